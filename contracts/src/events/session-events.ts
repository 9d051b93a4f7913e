import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** A session was revoked; caches must evict it. */
export const sessionRevoked = defineEvent({
  type: 'session.revoked',
  version: 1,
  producer: 'accounts',
  summary: 'A session was ended',
  data: z.object({ id: idOf('session') }),
})
