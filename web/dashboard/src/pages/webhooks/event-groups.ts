import type { Schemas } from '../../api/client.ts'

type EventType = Schemas['WebhookEventType']

export interface EventGroup {
  readonly name: string
  /** Matches the whole group, including future event types. */
  readonly pattern: string
  readonly types: readonly EventType[]
}

/** Event types grouped by subject: `guest.added` belongs to `guest`. */
export function eventGroups(types: readonly EventType[]): EventGroup[] {
  const groups = new Map<string, EventType[]>()
  for (const one of types) {
    const name = one.type.split('.')[0] ?? one.type
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups].map(([name, members]) => ({ name, pattern: `${name}.*`, types: members }))
}

/** The selection after a toggle: a pattern replaces the types that it matches. */
export function toggled(chosen: readonly string[], one: string): string[] {
  if (chosen.includes(one)) return chosen.filter((other) => other !== one)
  if (!one.endsWith('.*')) return [...chosen, one]
  const prefix = one.slice(0, -1)
  return [...chosen.filter((other) => !other.startsWith(prefix)), one]
}
