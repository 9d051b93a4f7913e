import { defineOperation, EVENT_STREAM, textStream } from '../operation.ts'
import { displaySchema } from '../resources/display.ts'
import { bySlug } from './parts.ts'

const common = {
  tag: 'Public display',
  service: 'queue',
  method: 'get',
  scope: null,
  /** Any text: an invalid slug is a 404 like an unknown one. */
  params: bySlug,
  status: 200,
  errors: ['not_found'],
} as const

export const getDisplay = defineOperation({
  ...common,
  id: 'getDisplay',
  path: '/public/queues/{slug}/display',
  summary: 'What a screen in the room shows of a queue, by the slug of join_url',
  answer: displaySchema,
  headers: ['ETag'],
})

export const streamDisplay = defineOperation({
  ...common,
  id: 'streamDisplay',
  path: '/public/queues/{slug}/display/events',
  summary:
    'A screen follows a queue: an event `display` with the same JSON whenever it has changed, and `heartbeat` every 15 s',
  // Screens of signed-in members have a limit of their own.
  hearsSession: true,
  answer: textStream,
  media: [EVENT_STREAM],
})
