import { z } from 'zod'

/** Ways to reach people at an address of theirs, by which they can answer. */
export const addressChannelSchema = z
  .enum(['sms', 'email'])
  .meta({ id: 'AddressChannel', description: 'How an address is reached' })

/** Ways to reach people. */
export const channelSchema = z
  .enum([...addressChannelSchema.options, 'push'])
  .meta({ id: 'Channel', description: 'push: to the browser of a guest who allowed it on their page' })

export type AddressChannel = z.infer<typeof addressChannelSchema>
export type Channel = z.infer<typeof channelSchema>
