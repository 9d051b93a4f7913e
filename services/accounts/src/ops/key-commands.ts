import { ALL_SCOPES, type ApiScope, idOf, isLive } from '@usher/contracts'
import { CommandError, defineCommand, inTransaction } from '@usher/service-kit'
import { z } from 'zod'
import { newApiKey } from '../api-keys/api-key.ts'
import { insertApiKey } from '../api-keys/api-key-store.ts'
import { revokeApiKey } from '../api-keys/revoke-api-key.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'
import { accountsOf, newOrigin, unknown } from './accounts-of.ts'

const scopeList = z
  .string()
  .transform((list) => list.split(',').map((scope) => scope.trim()))
  .pipe(
    z.array(
      z.enum(ALL_SCOPES as [ApiScope, ...ApiScope[]], {
        error: ({ input }) => `must be some of ${ALL_SCOPES.join(', ')}; "${input}" is none`,
      }),
    ),
  )
  .default(ALL_SCOPES)

export const createKey = defineCommand({
  usage: '--organization org_… --name NAME [--test] [--scopes queues:read,guests:write,… (all)]',
  about: 'Creates an API key, live or for test data, and shows it, once',
  schema: z.object({
    organization: idOf('organization'),
    name: z.string().trim().min(1).max(100),
    scopes: scopeList,
    test: z.boolean().default(false),
  }),
  async run(ops, { organization, name, scopes, test }) {
    const context = await accountsOf(ops)
    if (!isLive(organization) || !(await context.organizations.find(organization)))
      throw unknown('organisation', organization)
    const details = { organization_id: organization, name, scopes, created_by: 'operator', livemode: !test }
    const { record, key } = newApiKey(details, context.clock.now())
    await inTransaction(ops.connection, async (session) => {
      if (test) await startTestMode(session, context, organization, newOrigin())
      await insertApiKey(session, context, record, newOrigin())
    })
    ops.result({ id: record._id, organization_id: organization, name, scopes, api_key: key })
    ops.note('Keep the api_key now: it is not stored and cannot be shown again.')
  },
})

export const listKeys = defineCommand({
  usage: '--organization org_…',
  about: 'Lists the API keys of an organisation, revoked ones included',
  schema: z.object({ organization: idOf('organization') }),
  async run(ops, { organization }) {
    const { organizations, apiKeys } = await accountsOf(ops)
    if (!(await organizations.find(organization))) throw unknown('organisation', organization)
    for (const { _id, sha256, organization_id, ...shown } of await apiKeys.listOf(organization)) {
      ops.result({ id: _id, ...shown })
    }
  },
})

export const revokeKey = defineCommand({
  usage: '--key key_…',
  about: 'Revokes an API key; it opens nothing within a second',
  schema: z.object({ key: idOf('apiKey') }),
  async run(ops, { key }) {
    const context = await accountsOf(ops)
    if (!(await revokeApiKey(context, { id: key }, newOrigin()))) {
      const found = await context.apiKeys.findAny(key)
      if (!found) throw unknown('key', key)
      throw new CommandError(`The key ${key} was revoked at ${found.revoked_at?.toISOString()} already.`)
    }
    ops.result({ id: key, revoked: true })
  },
})
