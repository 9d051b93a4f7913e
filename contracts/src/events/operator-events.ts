import { z } from 'zod'
import { defineEvent } from './define-event.ts'

const deadLetter = z.object({
  id: z.string().meta({ description: 'The event that could not be handled' }),
  type: z.string().meta({ description: 'Its type' }),
  subject: z.string().meta({ description: 'What it is about' }),
  queue: z.string().meta({ description: 'The queue that it died in' }),
})

/** An operator replayed a dead letter; for the audit trail. */
export const deadLetterReplayed = defineEvent({
  type: 'dead_letter.replayed',
  version: 1,
  producer: 'operator',
  summary: 'An operator had an event handled again',
  data: deadLetter,
})

/** An operator dropped a dead letter; for the audit trail. */
export const deadLetterDropped = defineEvent({
  type: 'dead_letter.dropped',
  version: 1,
  producer: 'operator',
  summary: 'An operator gave up an event that could not be handled',
  data: deadLetter,
})
