import type { Schemas } from '../api/client.ts'

type Message = Pick<Schemas['Notification'], 'status' | 'provider'>

/** Label for the outcome of a message. */
export type MessageOutcome = Message['status'] | 'sandbox' | 'sandbox_failed'

/** The sandbox sends nothing, whatever its receipts say. */
export function outcomeOf({ status, provider }: Message): MessageOutcome {
  if (provider !== 'sandbox' || status === 'queued') return status
  return status === 'failed' ? 'sandbox_failed' : 'sandbox'
}
