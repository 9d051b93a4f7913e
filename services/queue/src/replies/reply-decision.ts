import type { DataOf, replyReceived } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { type GuestDecision, removeGuest, requireInLine } from '../guests/transitions.ts'
import { deferTurn, reportArrival } from '../own-place/own-place-decisions.ts'

export type AskedByReply = DataOf<typeof replyReceived>

/** Records "I am coming": the guest must be in the line, and nothing changes. */
const confirmComing: GuestDecision = (state, guest) => {
  requireInLine(guest, 'confirmed')
  return { state, guest, events: [] }
}

/**
 * The decision for a guest's request by message, as on the guest's own page. Minutes count from when the message
 * arrived: a request whose time is over is refused.
 */
export function decisionOf({ intent, minutes, received_at }: AskedByReply): GuestDecision {
  switch (intent) {
    case 'cancel':
      return removeGuest
    case 'here':
      return reportArrival
    case 'confirm':
      return confirmComing
    case 'late': {
      const until = new Date(Date.parse(received_at) + (minutes ?? 0) * MINUTE_MS)
      return deferTurn({ until: until.toISOString() })
    }
  }
}
