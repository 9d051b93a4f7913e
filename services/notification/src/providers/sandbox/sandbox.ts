import { type Clock, type Foundation, startPoller } from '@usher/service-kit'
import type { OnReceipt, OutgoingMessage, Provider, Receipt, SendResult } from '../provider.ts'
import { scriptFor } from './magic-numbers.ts'
import { type SandboxMessage, SandboxStore } from './sandbox-store.ts'

export const SANDBOX = 'sandbox'

/** Milliseconds from accepting a message to its receipt. */
const RECEIPT_AFTER_MS = 100
const POLL_MS = 250
const RECEIPTS_AT_ONCE = 100

/** Pretends to send, for development: messages can be read as notifications, and receipts come as from others. */
export function createSandbox({ connection }: Foundation, clock: Clock) {
  const store = new SandboxStore(connection)
  const provider: Provider = {
    id: SANDBOX,
    name: SANDBOX,
    channels: ['sms', 'email'],
    recognisesRepeats: true,
    givesReceipts: true,
    send: (message) => accept(store, clock, message),
  }
  return {
    provider,
    /** Begins to give receipts. Call it once the collections are prepared. */
    start(log: Foundation['log'], onReceipt: OnReceipt) {
      return startPoller('sandbox-receipts', POLL_MS, log, () => giveReceipts(store, clock, onReceipt))
    },
  }
}

async function accept(store: SandboxStore, clock: Clock, { id, to }: OutgoingMessage): Promise<SendResult> {
  const script = scriptFor(to)
  const now = clock.now()
  const calls = await store.count(id, now)
  if (script?.kind === 'refuse') {
    return {
      outcome: 'refused',
      error: { code: script.code, message: script.message, provider_code: 'sandbox' },
    }
  }
  if (script?.kind === 'fail-first' && calls <= script.times) {
    const message = 'The sandbox is out of order for this number.'
    return { outcome: 'failed', error: { code: 'provider_unavailable', message, provider_code: 'sandbox' } }
  }
  if (script?.kind !== 'no-receipt') {
    const receipt = script?.kind === 'failed-receipt' ? 'failed' : 'delivered'
    await store.promiseReceipt(id, receipt, new Date(now.getTime() + RECEIPT_AFTER_MS))
  }
  return { outcome: 'sent', messageId: `sandbox-${id}` }
}

async function giveReceipts(store: SandboxStore, clock: Clock, onReceipt: OnReceipt): Promise<void> {
  for (const message of await store.dueReceipts(clock.now(), RECEIPTS_AT_ONCE)) {
    await onReceipt(receiptOf(message))
    await store.receiptGiven(message._id)
  }
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
