import { type CloudEvent, guestAdded, guestNotified, type TemplateKind } from '@usher/contracts'

/** Kinds of which a guest is told by itself. */
export type OccasionKind = Exclude<TemplateKind, 'custom'>

/** Something that a guest is told of without anybody asking for it. */
export interface Occasion {
  readonly kind: OccasionKind
  /** Each cause is told of once. */
  readonly cause: string
  /** From then on it is better not to tell. */
  readonly expiresAt: Date
}

const MINUTE_MS = 60_000

/** Minutes for which a message is worth sending. */
const WORTH_MINUTES: Readonly<Record<OccasionKind, number>> = { added: 60, ready: 15 }

const KINDS: Readonly<Record<string, OccasionKind>> = {
  [guestAdded.type]: 'added',
  [guestNotified.type]: 'ready',
}

/** The occasion that an event is, if any. */
export function occasionOf({ id, type, time }: CloudEvent): Occasion | undefined {
  const kind = KINDS[type]
  if (!kind) return undefined
  const expiresAt = new Date(new Date(time).getTime() + WORTH_MINUTES[kind] * MINUTE_MS)
  return { kind, cause: `${kind} ${id}`, expiresAt }
}
