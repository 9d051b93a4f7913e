import { queueSettingsSchema } from '../resources/queue.ts'
import { defineEvent } from './define-event.ts'

const queueEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, version: 1, producer: 'queue', summary, data: queueSettingsSchema })

export const queueCreated = queueEvent('queue.created', 'A new queue was created')
export const queueUpdated = queueEvent('queue.updated', 'Queue settings were changed')
export const queuePaused = queueEvent('queue.paused', 'A queue was paused')
export const queueResumed = queueEvent('queue.resumed', 'A queue was resumed')
