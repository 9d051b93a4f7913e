import { z } from 'zod'
import { idOf } from '../ids.ts'
import { webhookEnvelopeSchema } from '../webhook-envelope.ts'

/** The data of an event in the stream of events, whose name is the event type. */
const streamedEventSchema = z.object({
  id: idOf('event').meta({ description: 'The same however often it is sent: handle each once' }),
  sequence: z.int().min(1).meta({ description: 'Counts the events of one resource from 1 without gap' }),
  api_version: z.string().meta({ description: 'Dated version of the API that the body has' }),
  body: webhookEnvelopeSchema.meta({
    description: 'As the body of a webhook; its `webhook_id` stands for the stream',
  }),
})

export type StreamedEvent = z.infer<typeof streamedEventSchema>

/** The data of `missed`: events between the last one received and the next one sent may be lost. */
const missedEventsSchema = z.object({
  last_event_id: z.string().meta({ description: 'The Last-Event-ID that is no longer known' }),
})

export type MissedEvents = z.infer<typeof missedEventsSchema>
