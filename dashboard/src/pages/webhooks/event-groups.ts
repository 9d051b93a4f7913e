import type { Schemas } from '../../api/client.ts'

type EventType = Schemas['WebhookEventType']

export interface EventGroup {
  readonly name: string
  /** Stands for all of the group, those to come included. */
  readonly pattern: string
  readonly types: readonly EventType[]
}

/** Event types by what they are about: `guest.added` is of `guest`. */
export function eventGroups(types: readonly EventType[]): EventGroup[] {
  const groups = new Map<string, EventType[]>()
  for (const one of types) {
    const name = one.type.split('.')[0] ?? one.type
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups].map(([name, members]) => ({ name, pattern: `${name}.*`, types: members }))
}

/** The choice after a tick: a pattern takes the place of the types that it stands for. */
export function toggled(chosen: readonly string[], one: string): string[] {
  if (chosen.includes(one)) return chosen.filter((other) => other !== one)
  if (!one.endsWith('.*')) return [...chosen, one]
  const prefix = one.slice(0, -1)
  return [...chosen.filter((other) => !other.startsWith(prefix)), one]
}
