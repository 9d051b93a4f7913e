import { z } from 'zod'
import { filledParagraph, MAX_MESSAGE_CHARACTERS } from '../text.ts'

export const announcementSchema = z
  .strictObject({
    text: filledParagraph(MAX_MESSAGE_CHARACTERS).meta({ description: 'Sent as it is' }),
  })
  .meta({ id: 'Announcement', examples: [{ text: 'The kitchen closes in half an hour.' }] })

export const announcedSchema = z
  .object({
    accepted: z.int().meta({ description: 'Messages on their way, each like any other message' }),
    not_sent: z
      .int()
      .meta({ description: 'Guests without an address that can be written to, or who want no messages' }),
  })
  .meta({ id: 'Announced' })

export type Announcement = z.infer<typeof announcementSchema>
export type Announced = z.infer<typeof announcedSchema>
