import type { AddressChannel } from '@usher/contracts'
import type { ChooseProvider } from '../provider.ts'

const CHANNELS: readonly AddressChannel[] = ['sms', 'email']

/** The channels by which an organisation's messages go to the sandbox. */
export async function sandboxChannels(
  choose: ChooseProvider,
  organizationId: string,
): Promise<AddressChannel[]> {
  const providers = await Promise.all(CHANNELS.map((channel) => choose(organizationId, channel)))
  return CHANNELS.filter((_, index) => providers[index]?.isPretended)
}
