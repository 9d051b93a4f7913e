import { z } from 'zod'
import { idOf } from '../ids.ts'
import { roleSchema } from '../roles.ts'
import { defineEvent } from './define-event.ts'

/** What a member may do has changed; whoever cached it must ask again. */
export const memberUpdated = defineEvent({
  type: 'member.updated',
  version: 1,
  producer: 'accounts',
  summary: 'The role of a member was changed',
  data: z.object({ id: idOf('member'), role: roleSchema }),
})

/** A member is gone, and every session of theirs with them. */
export const memberRemoved = defineEvent({
  type: 'member.removed',
  version: 1,
  producer: 'accounts',
  summary: 'A member was removed from the organisation',
  data: z.object({ id: idOf('member') }),
})
