import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { type MessageOutcome, outcomeOf } from '../../ui/message-outcome.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

const LOOKS = {
  queued: { label: msg({ message: 'Queued', context: 'status of a message' }), tone: 'warn' },
  sent: { label: msg({ message: 'Sent', context: 'status of a message' }), tone: 'good' },
  delivered: { label: msg({ message: 'Delivered', context: 'status of a message' }), tone: 'good' },
  failed: { label: msg({ message: 'Failed', context: 'status of a message' }), tone: 'bad' },
  sandbox: { label: msg({ message: 'Not sent: sandbox', context: 'status of a message' }), tone: 'warn' },
  sandbox_failed: { label: msg({ message: 'Failed: sandbox', context: 'status of a message' }), tone: 'bad' },
} as const

/** What a list of messages can be narrowed to. */
export const FILTERS = ['queued', 'sent', 'delivered', 'failed', 'sandbox'] as const

export const statusName = (outcome: MessageOutcome): string => i18n._(LOOKS[outcome].label)

interface Props {
  readonly message: Pick<Schemas['Notification'], 'status' | 'provider'>
}

export function MessageStatus({ message }: Props) {
  const outcome = outcomeOf(message)
  const { tone } = LOOKS[outcome]
  return <StatusBadge tone={tone}>{statusName(outcome)}</StatusBadge>
}
