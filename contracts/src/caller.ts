import { z } from 'zod'
import { idOf } from './ids.ts'
import { scopeSchema } from './scopes.ts'

/** Rate plans of organisations. */
export const PLANS = ['standard', 'development'] as const

export const planSchema = z.enum(PLANS)

/** Most queues an API key can be limited to: they travel in a header with every request. */
const MAX_QUEUES = 100

/** The queues that an API key is limited to. */
export const queueIds = z
  .array(idOf('queue'))
  .min(1)
  .max(MAX_QUEUES)
  .refine((given) => new Set(given).size === given.length, { error: 'must not repeat a queue' })
  .meta({ uniqueItems: true })

/**
 * The caller, as authenticated by the gateway and trusted by every service: the claims of the signed internal token.
 * `actor` is the API key (`key_…`), the member (`mem_…`), a partner's application (`oac_…`) or `operator`.
 */
export const callerSchema = z.object({
  organization_id: idOf('organization'),
  actor: z.string(),
  session_id: idOf('session').optional().meta({ description: 'Where a signed-in member calls' }),
  scopes: z.array(scopeSchema),
  queue_ids: queueIds
    .exactOptional()
    .meta({ description: 'The only queues open to the caller; absent: all' }),
  plan: planSchema,
  early_access: z.boolean(),
  country: z
    .string()
    .length(2)
    .meta({ description: 'ISO 3166-1 alpha-2; numbers without + are read as of here' }),
  timezone: z.string(),
})

export type Caller = z.infer<typeof callerSchema>
