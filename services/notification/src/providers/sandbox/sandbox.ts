import type { AddressChannel } from '@usher/contracts'
import { ownError } from '../../notifications/lifecycle.ts'
import { SANDBOX } from '../../notifications/notification.ts'
import { refused, type SendResult } from '../../notifications/outcome.ts'
import type { ChooseProvider, OutgoingMessage, Provider } from '../provider.ts'

/** Pretends to send, for development: messages appear as notifications, each with its receipt. */
export const sandbox: Provider = {
  id: SANDBOX,
  name: SANDBOX,
  channels: ['sms', 'email'],
  recognisesRepeats: true,
  givesReceipts: true,
  isPretended: true,
  send: async (message) => resultFor(message),
}

function resultFor({ id, to, attempt }: OutgoingMessage): SendResult {
  const script = MAGIC_NUMBERS[to]
  const messageId = `sandbox-${id}`
  switch (script?.kind) {
    case 'refuse':
      return refused(script.code, script.message, SANDBOX)
    case 'fail-first': {
      if (attempt > script.times) break
      const error = ownError('provider_unavailable', 'The sandbox is out of order for this number.', SANDBOX)
      return { outcome: 'failed', error }
    }
    case 'no-receipt':
      return { outcome: 'sent', messageId }
    case 'failed-receipt': {
      const error = ownError('undelivered', 'The message did not arrive.', SANDBOX)
      return { outcome: 'sent', messageId, receipt: { status: 'failed', error } }
    }
  }
  return { outcome: 'sent', messageId, receipt: { status: 'delivered' } }
}

/** How the sandbox treats a message to a number that simulates a fault. */
type Script =
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string }
  | { readonly kind: 'fail-first'; readonly times: number }
  | { readonly kind: 'no-receipt' }
  | { readonly kind: 'failed-receipt' }

/** Numbers with special behaviour, modelled on Twilio's test numbers; messages to all others arrive. */
const MAGIC_NUMBERS: Readonly<Record<string, Script>> = {
  '+15005550001': { kind: 'refuse', code: 'invalid_number', message: 'The number does not exist.' },
  '+15005550002': { kind: 'refuse', code: 'unreachable', message: 'The number cannot be reached.' },
  '+15005550003': { kind: 'fail-first', times: 2 },
  '+15005550004': { kind: 'no-receipt' },
  '+15005550005': { kind: 'failed-receipt' },
  '+15005550006': { kind: 'fail-first', times: Number.POSITIVE_INFINITY },
  '+15005550007': { kind: 'refuse', code: 'opted_out', message: 'The recipient has opted out there.' },
}

const CHANNELS: readonly AddressChannel[] = ['sms', 'email']

/** The channels by which an organisation's messages go to the sandbox. */
export async function sandboxChannels(
  choose: ChooseProvider,
  organizationId: string,
): Promise<AddressChannel[]> {
  const providers = await Promise.all(CHANNELS.map((channel) => choose(organizationId, channel)))
  return CHANNELS.filter((_, index) => providers[index]?.isPretended)
}
