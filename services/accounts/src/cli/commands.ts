import { ALL_SCOPES, type ApiScope, idOf } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { z } from 'zod'
import { newApiKey } from '../api-keys/api-key.ts'
import { insertApiKey } from '../api-keys/insert-api-key.ts'
import { revokeApiKey } from '../api-keys/revoke-api-key.ts'
import { insertOrganization } from '../organizations/insert-organization.ts'
import { newOrganization, organizationDetails } from '../organizations/organization.ts'
import { setEarlyAccess } from '../organizations/set-early-access.ts'
import { type Command, CommandError, defineCommand } from './command.ts'
import { verifyAudit } from './verify-audit.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

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

const createOrganization = defineCommand({
  usage: '--name NAME [--plan standard|development] [--country US] [--timezone UTC]',
  options: { name: text, plan: text, country: text, timezone: text },
  schema: organizationDetails,
  async run(context, details, { out }) {
    const organization = newOrganization(details, context.clock.now())
    await context.connection.transaction((session) =>
      insertOrganization(session, context, organization, newOrigin()),
    )
    out(JSON.stringify(organization))
  },
})

const createKey = defineCommand({
  usage: '--organization org_… --name NAME [--scopes queues:read,guests:write,… (all)]',
  options: { organization: text, name: text, scopes: text },
  schema: z.object({
    organization: idOf('organization'),
    name: z.string().trim().min(1).max(100),
    scopes: scopeList,
  }),
  async run(context, { organization, name, scopes }, { out, note }) {
    if (!(await context.organizations.find(organization))) throw unknown('organisation', organization)
    const details = { organization_id: organization, name, scopes, created_by: 'operator' }
    const { record, key } = newApiKey(details, context.clock.now())
    await context.connection.transaction((session) => insertApiKey(session, context, record, newOrigin()))
    out(JSON.stringify({ id: record._id, organization_id: organization, name, scopes, api_key: key }))
    note('Keep the api_key now: it is not stored and cannot be shown again.')
  },
})

const listKeys = defineCommand({
  usage: '--organization org_…',
  options: { organization: text },
  schema: z.object({ organization: idOf('organization') }),
  async run({ organizations, apiKeys }, { organization }, { out }) {
    if (!(await organizations.find(organization))) throw unknown('organisation', organization)
    for (const { _id, sha256, organization_id, ...shown } of await apiKeys.listOf(organization)) {
      out(JSON.stringify({ id: _id, ...shown }))
    }
  },
})

const revokeKey = defineCommand({
  usage: '--key key_…',
  options: { key: text },
  schema: z.object({ key: idOf('apiKey') }),
  async run(context, { key }, { out }) {
    if (!(await revokeApiKey(context, { id: key }, newOrigin()))) {
      const found = await context.apiKeys.find(key)
      if (!found) throw unknown('key', key)
      throw new CommandError(`The key ${key} was revoked at ${found.revoked_at?.toISOString()} already.`)
    }
    out(JSON.stringify({ id: key, revoked: true }))
  },
})

const earlyAccess = defineCommand({
  usage: '--organization org_… --on|--off',
  options: { organization: text, on: flag, off: flag },
  schema: z
    .object({
      organization: idOf('organization'),
      on: z.boolean().default(false),
      off: z.boolean().default(false),
    })
    .refine(({ on, off }) => on !== off, { error: 'Give either --on or --off.' }),
  async run(context, { organization, on }, { out }) {
    if (!(await setEarlyAccess(context, organization, on, newOrigin())))
      throw unknown('organisation', organization)
    out(JSON.stringify({ organization_id: organization, early_access: on }))
  },
})

/** Whose doing a change is; the audit trail tells it by the event alone. */
const newOrigin = () => ({ actor: 'operator', requestId: newId('request') })

const unknown = (what: string, id: string) => new CommandError(`There is no ${what} ${id}.`)

/** The operator's commands, by name. */
export const commands: Readonly<Record<string, Command>> = {
  'create-organization': createOrganization,
  'create-key': createKey,
  'list-keys': listKeys,
  'revoke-key': revokeKey,
  'early-access': earlyAccess,
  'verify-audit': verifyAudit,
}
