import { z } from 'zod'
import { filledParagraph, MAX_MESSAGE_CHARACTERS } from '../text.ts'

export const announcementSchema = z
  .strictObject({
    text: filledParagraph(MAX_MESSAGE_CHARACTERS).meta({ description: 'Sent as it is' }),
  })
  .meta({ id: 'Announcement', examples: [{ text: 'The kitchen closes in half an hour.' }] })

export const announcementResultSchema = z
  .object({
    accepted: z.int().meta({
      description: 'Messages queued, one per address; those that cannot go out within an hour expire',
    }),
    not_sent: z.int().meta({ description: 'Guests with no usable address, or who have opted out' }),
  })
  .meta({ id: 'AnnouncementResult' })

export type Announcement = z.infer<typeof announcementSchema>
export type AnnouncementResult = z.infer<typeof announcementResultSchema>
