import { type Guest, type Line, withGuest, without } from './line.ts'

/** An event about a guest in the stream of a queue. */
export interface GuestEvent {
  readonly sequence: number
  readonly data: { readonly id: string; readonly queue_id: string }
  /** Absent from replicas of the version before, and where a guest goes to another queue. */
  readonly guest?: Guest
}

/** The number of the last event applied, by guest. */
export type Seen = Map<string, number>

interface Patched {
  readonly line: Line
  /** Whether the line may lack something that only the API knows. */
  readonly isIncomplete: boolean
}

/** A line after events, of which some may be missing, late or repeated. Marks them as seen. */
export function patched(line: Line, queueId: string, events: readonly GuestEvent[], seen: Seen): Patched {
  let current = line
  let isIncomplete = false
  for (const { sequence, data, guest } of events) {
    const last = seen.get(data.id)
    if (last !== undefined && sequence <= last) continue
    seen.set(data.id, sequence)
    if (last !== undefined && sequence > last + 1) isIncomplete = true
    // The answer to an action can be newer than an event that was on its way.
    if (guest && isOutdated(guest, current)) continue
    if (guest) current = withGuest(current, queueId, guest)
    else if (data.queue_id === queueId) isIncomplete = true
    else current = without(current, data.id)
  }
  return { line: current, isIncomplete }
}

const isOutdated = ({ id, updated_at }: Guest, line: Line): boolean => {
  const known = line.find((one) => one.id === id)
  return known !== undefined && updated_at < known.updated_at
}
