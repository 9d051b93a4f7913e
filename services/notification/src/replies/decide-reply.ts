import type { PlaceIntent, ReplyIntent } from '@usher/contracts'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { InboundMessage } from '../providers/provider.ts'
import type { AnswerKind } from './answer-words.ts'
import type { Question } from './question-store.ts'
import type { Meaning } from './understand.ts'

/** What is known when somebody replies. */
export interface Situation {
  readonly meaning: Meaning
  /** What the provider took it for, and acted on. */
  readonly taken: InboundMessage['optOut']
  /** Guests of the number who are in a line, longest first. */
  readonly inLine: readonly GuestRecord[]
  /** The last guest of the number who was. */
  readonly last: GuestRecord | null
  /** What was asked before. */
  readonly question: Question | null
  /** Whether somebody who is in no line was told so lately. */
  readonly wasTold: boolean
  /** Whether the word "cancel" is a legal opt-out there. */
  readonly cancelStops: boolean
}

/** What a reply comes to. */
export interface Decision {
  /** In whose conversation it is kept. */
  readonly guest: GuestRecord | null
  readonly intent: ReplyIntent | null
  readonly minutes: number | null
  readonly opt: 'out' | 'in' | null
  /** What the queue service is to do for the guest, and will say how it went. */
  readonly command: PlaceIntent | null
  /** What is said at once. */
  readonly answer: AnswerKind | null
  /** What is to be known when the answer `which` is replied to. */
  readonly asks: Question | null
  /** The question before is settled. */
  readonly settles: boolean
}

/** Decides on a reply. Words to stop and start win over everything, and the provider's reading over ours. */
export function decideReply(situation: Situation): Decision {
  const { meaning, taken, inLine, last } = situation
  const [only] = inLine
  const decision: Decision = {
    ...{ guest: only ?? last, intent: meaning.intent, minutes: meaning.minutes },
    ...{ opt: null, command: null, answer: null, asks: null, settles: false },
  }
  if (taken) return takenByProvider(decision, situation, taken)
  switch (meaning.intent) {
    case 'stop':
      return { ...decision, opt: 'out', answer: 'stopped' }
    case 'start':
      return { ...decision, opt: 'in', answer: 'started' }
    case 'help':
      return { ...decision, answer: 'help' }
    case null:
      return withoutKeyword(decision, situation)
    default:
      return onPlace(decision, meaning.intent, situation)
  }
}

/** The provider has told the sender; one who wrote "cancel" and stands in a line leaves it, too. */
function takenByProvider(
  decision: Decision,
  { inLine }: Situation,
  taken: NonNullable<InboundMessage['optOut']>,
): Decision {
  const opt = taken === 'stop' ? 'out' : taken === 'start' ? 'in' : null
  const leaves = taken === 'stop' && decision.intent === 'cancel' && inLine.length === 1
  return { ...decision, intent: taken, opt, command: leaves ? 'cancel' : null }
}

/** A text for the staff, or the number that was asked for. */
function withoutKeyword(decision: Decision, situation: Situation): Decision {
  const { meaning, question, inLine, wasTold } = situation
  const chosen = question?.guest_ids[(meaning.choice ?? 0) - 1]
  if (question && chosen !== undefined) {
    const guest = inLine.find(({ _id }) => _id === chosen)
    const { intent, minutes } = question
    // Who has left the line meanwhile is told so.
    if (!guest) return { ...decision, intent, minutes, answer: 'gone', settles: true }
    return { ...decision, guest, intent, minutes, command: intent, settles: true }
  }
  const isStranger = inLine.length === 0 && !decision.guest
  return { ...decision, answer: isStranger && !wasTold ? 'not_found' : null }
}

function onPlace(decision: Decision, intent: PlaceIntent, situation: Situation): Decision {
  const { inLine, meaning, wasTold, cancelStops } = situation
  if (inLine.length === 1) return { ...decision, command: intent, settles: true }
  if (inLine.length > 1) {
    const guest_ids = inLine.map(({ _id }) => _id)
    return { ...decision, answer: 'which', asks: { intent, minutes: meaning.minutes, guest_ids } }
  }
  // There is nothing to cancel but the messages.
  if (intent === 'cancel' && meaning.locale === 'en' && cancelStops) {
    return { ...decision, intent: 'stop', opt: 'out', answer: 'stopped' }
  }
  return { ...decision, answer: wasTold ? null : 'not_found' }
}
