import type { PlaceIntent, ReplyIntent } from '@usher/contracts'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { InboundMessage } from '../providers/provider.ts'
import type { AnswerKind } from './answer-words.ts'
import type { Question } from './question-store.ts'
import type { Meaning } from './understand.ts'

/** What is known about the sender of a reply. */
export interface ReplyContext {
  readonly meaning: Meaning
  /** The provider's reading, on which it acted. */
  readonly taken: InboundMessage['optOut']
  /** Guests with the number who are in a line, longest first. */
  readonly inLine: readonly GuestRecord[]
  /** The last guest with the number who was. */
  readonly last: GuestRecord | null
  /** The open question, if any. */
  readonly question: Question | null
  /** Whether a sender in no line was told so recently. */
  readonly wasTold: boolean
  /** Whether the word "cancel" is a legal opt-out there. */
  readonly cancelStops: boolean
}

/** What to do about a reply. */
export interface Decision {
  /** The guest whose conversation it belongs to. */
  readonly guest: GuestRecord | null
  readonly intent: ReplyIntent | null
  readonly minutes: number | null
  readonly opt: 'out' | 'in' | null
  /** What to ask the queue service to do for the guest; it will report the outcome. */
  readonly command: PlaceIntent | null
  /** Whether it is a text for the staff. */
  readonly isForStaff: boolean
  /** The immediate answer. */
  readonly answer: AnswerKind | null
  /** The question to remember with the answer `which`. */
  readonly asks: Question | null
  /** Whether it settles the open question. */
  readonly settles: boolean
}

/** Decides on a reply. STOP and START take precedence over everything, and the provider's reading over ours. */
export function decideReply(context: ReplyContext): Decision {
  const { meaning, taken, inLine, last } = context
  const [only] = inLine
  const decision: Decision = {
    guest: only ?? last,
    intent: meaning.intent,
    minutes: meaning.minutes,
    opt: null,
    command: null,
    isForStaff: false,
    answer: null,
    asks: null,
    settles: false,
  }
  if (taken) return takenByProvider(decision, context, taken)
  switch (meaning.intent) {
    case 'stop':
      return { ...decision, opt: 'out', answer: 'stopped' }
    case 'start':
      return { ...decision, opt: 'in', answer: 'started' }
    case 'help':
      return { ...decision, answer: 'help' }
    case null:
      return withoutKeyword(decision, context)
    default:
      return onPlace(decision, meaning.intent, context)
  }
}

/** The provider has answered the sender; a sender in a line who wrote "cancel" also leaves it. */
function takenByProvider(
  decision: Decision,
  { inLine }: ReplyContext,
  taken: NonNullable<InboundMessage['optOut']>,
): Decision {
  const opt = taken === 'stop' ? 'out' : taken === 'start' ? 'in' : null
  const leaves = taken === 'stop' && decision.intent === 'cancel' && inLine.length === 1
  return { ...decision, intent: taken, opt, command: leaves ? 'cancel' : null }
}

/** A text for the staff, or the number that was asked for. */
function withoutKeyword(decision: Decision, context: ReplyContext): Decision {
  const { meaning, question, inLine, wasTold } = context
  const chosen = question?.guest_ids[(meaning.choice ?? 0) - 1]
  if (question && chosen !== undefined) {
    const guest = inLine.find(({ _id }) => _id === chosen)
    const { intent, minutes } = question
    // A guest who left the line meanwhile is told so.
    if (!guest) return { ...decision, intent, minutes, answer: 'gone', settles: true }
    return { ...decision, guest, intent, minutes, command: intent, settles: true }
  }
  const isStranger = inLine.length === 0 && !decision.guest
  return { ...decision, isForStaff: !isStranger, answer: isStranger && !wasTold ? 'not_found' : null }
}

function onPlace(decision: Decision, intent: PlaceIntent, context: ReplyContext): Decision {
  const { inLine, meaning, wasTold, cancelStops } = context
  if (inLine.length === 1) return { ...decision, command: intent, settles: true }
  if (inLine.length > 1) {
    const guest_ids = inLine.map(({ _id }) => _id)
    return { ...decision, answer: 'which', asks: { intent, minutes: meaning.minutes, guest_ids } }
  }
  // Without a place in line, only the messages can be cancelled.
  if (intent === 'cancel' && meaning.locale === 'en' && cancelStops) {
    return { ...decision, intent: 'stop', opt: 'out', answer: 'stopped' }
  }
  return { ...decision, answer: wasTold ? null : 'not_found' }
}
