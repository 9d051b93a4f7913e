import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'

/**
 * Every event on the broker: CloudEvents 1.0, structured JSON form, with the extension attributes of the design.
 * `sequence` counts the events of one resource (`subject`) from 1 without gaps.
 */
export const cloudEventSchema = z.object({
  specversion: z.literal('1.0'),
  id: idOf('event'),
  source: z.string(),
  type: z.string(),
  dataversion: z.int(),
  subject: z.string(),
  time: timestamp,
  datacontenttype: z.literal('application/json'),
  organizationid: idOf('organization'),
  livemode: z
    .boolean()
    .optional()
    .meta({ description: 'false: it is about test data. Absent in events from before there was any' }),
  actor: z.string(),
  requestid: z.string(),
  sequence: z.int().min(1),
  traceparent: z.string().optional(),
  data: z.unknown(),
})

export type CloudEvent<Data = unknown> = Omit<z.infer<typeof cloudEventSchema>, 'data'> & { data: Data }
