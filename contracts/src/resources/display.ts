import { z } from 'zod'
import { timestamp } from '../text.ts'
import { ofOrganization } from './brand.ts'
import { guestSchema } from './guest.ts'
import { queueSchema } from './queue.ts'

/** Everybody in the venue sees the screens, and whoever knows the join page can find their URL. */
export const displayLabel = z.string().meta({
  description: 'What screens call the guest: the initials of the name and two digits, such as "A. L. 47"',
  examples: ['A. L. 47'],
})

const { name, status, pause_reason, timezone } = queueSchema.shape
const { public_join, waiting_count, estimated_wait_range } = queueSchema.shape

/** What a screen in the venue shows of a queue: no name, no phone number, nothing that identifies a guest. */
export const displaySchema = z
  .object({
    organization_id: ofOrganization,
    name,
    status,
    pause_reason,
    timezone,
    public_join,
    waiting_count,
    estimated_wait_range,
    called: z
      .array(z.object({ label: displayLabel, called_at: timestamp, desk: guestSchema.shape.desk }))
      .meta({ description: 'Whose turn it is, at most 8, who was called last first' }),
    next: z
      .array(z.object({ label: displayLabel }))
      .meta({ description: 'Who will be called next, at most 6, in order' }),
  })
  .meta({ id: 'Display' })

export type Display = z.infer<typeof displaySchema>
