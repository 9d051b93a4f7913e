import type { AddressChannel } from '@usher/contracts'
import { type Foundation, type Job, startDueJob } from '@usher/service-kit'
import { SANDBOX } from '../../notifications/notification.ts'
import type { Receipt, SendResult } from '../../notifications/outcome.ts'
import type { ChooseProvider, OnReceipt, OutgoingMessage, Provider } from '../provider.ts'
import { type SandboxMessage, SandboxStore } from './sandbox-store.ts'

/** Delay between accepting a message and its receipt, in ms. */
const RECEIPT_AFTER_MS = 100
const RECEIPTS_AT_ONCE = 100

/** Longest delay before receipts that another replica left are found, in ms. */
const SWEEP_MS = 20_000

/** How long the first due receipt waits for others, in ms, so that they are handled together. */
const GATHER_MS = 150

type SandboxContext = Pick<Foundation, 'clock'> & { readonly store: SandboxStore }

/**
 * Pretends to send, for development: messages appear as notifications, and receipts arrive as from real providers.
 */
export function createSandbox({ connection, clock, log }: Pick<Foundation, 'connection' | 'clock' | 'log'>) {
  const context = { clock, store: new SandboxStore(connection) }
  let receipts: Job | undefined
  let isAwaited = false
  /** Debounced: one look-up, however many messages are accepted meanwhile. */
  const sendReceiptsSoon = () => {
    if (isAwaited) return
    isAwaited = true
    setTimeout(() => void receipts?.run(), RECEIPT_AFTER_MS + GATHER_MS).unref()
  }
  const provider: Provider = {
    id: SANDBOX,
    name: SANDBOX,
    channels: ['sms', 'email'],
    recognisesRepeats: true,
    givesReceipts: true,
    isPretended: true,
    async send(message) {
      const result = await accept(context, message)
      if (!clock.due) sendReceiptsSoon()
      return result
    },
  }
  return {
    provider,
    /** Starts sending receipts. */
    start(onReceipt: OnReceipt): Job {
      receipts = startDueJob('sandbox-receipts', { log, clock, sweepMs: SWEEP_MS }, async () => {
        isAwaited = false
        const next = await sendReceipts(context, onReceipt)
        if (!next || clock.due) return next
        return new Date(Math.max(next.getTime(), clock.now().getTime() + GATHER_MS))
      })
      return receipts
    },
  }
}

async function accept(
  { store, clock }: SandboxContext,
  { id: _id, organizationId: organization_id, to }: OutgoingMessage,
): Promise<SendResult> {
  const script = scriptFor(to)
  const messageId = `sandbox-${_id}`
  const now = clock.now()
  if (script?.kind === 'refuse') {
    return {
      outcome: 'refused',
      error: { code: script.code, message: script.message, provider_code: 'sandbox' },
    }
  }
  if (script?.kind === 'fail-first' && (await store.count(_id, now)) <= script.times) {
    const message = 'The sandbox is out of order for this number.'
    return { outcome: 'failed', error: { code: 'provider_unavailable', message, provider_code: 'sandbox' } }
  }
  if (script?.kind !== 'no-receipt') {
    const receipt_at = new Date(now.getTime() + (clock.due ? 0 : RECEIPT_AFTER_MS))
    const receipt = script?.kind === 'failed-receipt' ? 'failed' : 'delivered'
    const promised = { _id, organization_id, receipt, receipt_at, created_at: now } as const
    // A clock that is moved by hand may not move for long.
    if (clock.due) return { outcome: 'sent', messageId, receipt: receiptOf(promised) }
    await store.promiseReceipt(promised)
  }
  return { outcome: 'sent', messageId }
}

/** Sends the receipts that are due, and returns when the next is. */
async function sendReceipts(
  { store, clock }: SandboxContext,
  onReceipt: OnReceipt,
): Promise<Date | undefined> {
  const now = clock.now()
  const awaiting = await store.awaitingReceipts(RECEIPTS_AT_ONCE)
  const due = awaiting.filter(({ receipt_at }) => receipt_at <= now)
  if (due.length === 0) return awaiting[0]?.receipt_at
  const given = await Promise.allSettled(due.map((message) => onReceipt(receiptOf(message))))
  await store.forget(due.filter((_, index) => given[index]?.status === 'fulfilled').map(({ _id }) => _id))
  const failed = given.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  // More than could be read may be due.
  return awaiting[due.length]?.receipt_at ?? (due.length === RECEIPTS_AT_ONCE ? now : undefined)
}

const receiptOf = ({ _id, receipt = 'delivered', receipt_at, created_at }: SandboxMessage): Receipt => ({
  notificationId: _id,
  provider: SANDBOX,
  status: receipt,
  at: receipt_at ?? created_at,
  ...(receipt === 'failed' && {
    error: { code: 'undelivered', message: 'The message did not arrive.', provider_code: 'sandbox' },
  }),
})

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

/** undefined: the message is delivered. */
const scriptFor = (to: string): Script | undefined => MAGIC_NUMBERS[to]

const CHANNELS: readonly AddressChannel[] = ['sms', 'email']

/** The channels by which an organisation's messages go to the sandbox. */
export async function sandboxChannels(
  choose: ChooseProvider,
  organizationId: string,
): Promise<AddressChannel[]> {
  const providers = await Promise.all(CHANNELS.map((channel) => choose(organizationId, channel)))
  return CHANNELS.filter((_, index) => providers[index]?.isPretended)
}
