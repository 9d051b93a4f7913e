import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

const common = { version: 1, producer: 'booking-platform' } as const

/** A provider was created or changed: services update their copies. */
export const providerUpdated = defineEvent({
  ...common,
  type: 'provider.updated',
  summary: 'A provider was created, changed or archived',
  data: z.object({ id: idOf('provider'), name: z.string(), time_zone: z.string(), archived: z.boolean() }),
})

/** A provider was deleted, and everything that depends on it must go too. */
export const providerDeleted = defineEvent({
  ...common,
  type: 'provider.deleted',
  summary: 'A provider was deleted',
  data: z.object({ id: idOf('provider') }),
})
