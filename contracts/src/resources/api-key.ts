import { z } from 'zod'
import { queueIds } from '../caller.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { ALL_SCOPES, apiScopeSchema } from '../scopes.ts'
import { instant, line, timestamp } from '../text.ts'
import { chosenVersion, NEWEST_API_VERSION, shownVersion } from '../versions/api-versions.ts'

/** Longest time that a rotated key stays valid, in hours. */
const MAX_OVERLAP_HOURS = 168

/** Scopes of a key or an application: at least one, no duplicates. */
export const apiScopes = z
  .array(apiScopeSchema)
  .min(1)
  .max(ALL_SCOPES.length)
  .refine((given) => new Set(given).size === given.length, { error: 'must not repeat a scope' })
  .meta({ uniqueItems: true, description: 'What it may do' })

const PIN = 'Version of the API for requests that name none'

export const apiKeyCreateSchema = z
  .strictObject({
    name: line(100).describe('For people, to tell it from others'),
    scopes: apiScopes,
    expires_at: instant
      .nullable()
      .exactOptional()
      .meta({ description: 'When the key ends; null or left out: never' }),
    livemode: z
      .boolean()
      .exactOptional()
      .meta({ description: 'false: a key for test data, whose messages reach nobody' }),
    queue_ids: queueIds.nullable().exactOptional().meta({
      description: 'The only queues, with their guests, that the key opens; null or left out: all',
    }),
    api_version: chosenVersion.exactOptional().meta({ description: `${PIN}; left out: the newest` }),
  })
  .meta({ id: 'ApiKeyCreate', examples: [{ name: 'Till', scopes: ['guests:read', 'guests:write'] }] })

export const apiKeyUpdateSchema = z
  .strictObject(
    exactPartial({
      name: line(100).describe('For people, to tell it from others'),
      api_version: chosenVersion.meta({ description: PIN }),
    }),
  )
  .meta({ id: 'ApiKeyUpdate', examples: [{ api_version: NEWEST_API_VERSION }] })

export const apiKeyRotateSchema = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(24)
      .meta({ description: 'Hours that the old key goes on working; 0 revokes it at once' }),
  })
  .default({ overlap_hours: 24 })
  .meta({ id: 'ApiKeyRotate' })

export const apiKeySchema = z
  .object({
    id: idOf('apiKey'),
    name: z.string().describe('For people, to tell it from others'),
    scopes: z.array(apiScopeSchema).describe('What it may do'),
    livemode: z.boolean().meta({ description: 'false: a key for test data' }),
    queue_ids: z.array(idOf('queue')).nullable().meta({ description: 'null: all queues' }),
    api_version: shownVersion.meta({ description: PIN }),
    last4: z.string().meta({ description: 'The last characters of the key' }),
    created_by: z.string().meta({ description: 'The member, or operator' }),
    replaced_by: idOf('apiKey').nullable().meta({ description: 'The key that a rotation put in its place' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'To the half minute' }),
    expires_at: timestamp.nullable().describe('null: never'),
  })
  .meta({ id: 'ApiKey' })

/** Answer of create and rotate: the only times the key is shown. */
export const apiKeyWithSecretSchema = z
  .object({
    ...apiKeySchema.shape,
    api_key: z.string().meta({ description: 'usk_…, or usk_test_… for test data' }),
  })
  .meta({ id: 'ApiKeyWithSecret' })

export type ApiKeyView = z.infer<typeof apiKeySchema>
export type ApiKeyCreate = z.infer<typeof apiKeyCreateSchema>
export type ApiKeyUpdate = z.infer<typeof apiKeyUpdateSchema>
