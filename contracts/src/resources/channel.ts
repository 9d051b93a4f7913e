import { z } from 'zod'

/** Ways to reach people. */
export const channelSchema = z.enum(['sms', 'email'])

export type Channel = z.infer<typeof channelSchema>
