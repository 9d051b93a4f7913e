import { idOf, PLANS } from '@usher/contracts'
import { defineCommand, inTransaction } from '@usher/service-kit'
import { z } from 'zod'
import { newOrganization, organizationDetails } from '../organizations/organization.ts'
import { insertOrganization } from '../organizations/organization-store.ts'
import { setPrivileges } from '../organizations/set-privileges.ts'
import { accountsOf, newOrigin, unknown } from './accounts-of.ts'

export const createOrganization = defineCommand({
  usage: '--name NAME [--plan standard|development] [--country US] [--timezone UTC]',
  about: 'Creates an organisation without members',
  schema: organizationDetails,
  async run(ops, details) {
    const context = await accountsOf(ops)
    const organization = newOrganization(details, context.clock.now())
    await inTransaction(ops.connection, (session) =>
      insertOrganization(session, context, organization, newOrigin()),
    )
    ops.result({ ...organization })
  },
})

export const listOrganizations = defineCommand({
  usage: '[--after org_…] [--limit 100]',
  about: 'Lists organisations, oldest first',
  schema: z.object({
    after: idOf('organization').optional(),
    limit: z.coerce.number().int().min(1).max(10_000).default(100),
  }),
  async run(ops, { after, limit }) {
    const { organizations } = await accountsOf(ops)
    for (const { _id, name, plan, early_access, created_at, closed_at } of await organizations.list(
      after,
      limit,
    )) {
      ops.result({ id: _id, name, plan, early_access, created_at, closed_at: closed_at ?? null })
    }
  },
})

export const showOrganization = defineCommand({
  usage: '--organization org_…',
  about: 'Shows an organisation, with how many members and keys it has',
  schema: z.object({ organization: idOf('organization') }),
  async run(ops, { organization: id }) {
    const { organizations, members, apiKeys } = await accountsOf(ops)
    const found = await organizations.find(id)
    if (!found) throw unknown('organisation', id)
    const keys = await apiKeys.listOf(id)
    const valid = keys.filter(({ revoked_at }) => revoked_at === null)
    ops.result({ ...found, members: await members.countOf(id), api_keys: valid.length })
  },
})

export const setPlan = defineCommand({
  usage: `--organization org_… --plan ${PLANS.join('|')}`,
  about: 'Gives an organisation another plan; its limits follow within seconds',
  schema: z.object({ organization: idOf('organization'), plan: z.enum(PLANS) }),
  async run(ops, { organization, plan }) {
    const context = await accountsOf(ops)
    if (!(await setPrivileges(context, organization, { plan }, newOrigin())))
      throw unknown('organisation', organization)
    ops.result({ organization_id: organization, plan })
  },
})

export const earlyAccess = defineCommand({
  usage: '--organization org_… --on|--off',
  about: 'Opens the platform API to an organisation, or closes it',
  schema: z
    .object({
      organization: idOf('organization'),
      on: z.boolean().default(false),
      off: z.boolean().default(false),
    })
    .refine(({ on, off }) => on !== off, { error: 'Give either --on or --off.' }),
  async run(ops, { organization, on }) {
    const context = await accountsOf(ops)
    if (!(await setPrivileges(context, organization, { early_access: on }, newOrigin())))
      throw unknown('organisation', organization)
    ops.result({ organization_id: organization, early_access: on })
  },
})
