import { z } from 'zod'

/** Ways to reach people. */
export const channelSchema = z.enum(['sms', 'email']).meta({ id: 'Channel' })

export type Channel = z.infer<typeof channelSchema>
