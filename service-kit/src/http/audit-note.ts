import { type AuditNote, type FieldChanges, PERSONAL } from '@usher/contracts'

/** Header in which a service tells the gateway what an answer means for the audit trail. It ends there. */
export const AUDIT_HEADER = 'x-usher-audit'

/** Longest value of the header: with the other headers it must stay below the 16 kB that clients read. */
export const MOST_NOTE_CHARACTERS = 4_096

/** Stands for values that are left out because the note would be too long with them. */
export const LEFT_OUT = '[left out: too long]'

const leftOut = { before: LEFT_OUT, after: LEFT_OUT }

type Json = FieldChanges[string]['before']

/**
 * What a change means for the audit trail: the fields that differ, before and after.
 *
 * @param before null where it did not exist
 * @param after null where it is gone
 * @param personal fields with data of people, whose values must not get into the audit trail
 */
export function changesBetween<T extends object>(
  before: T | null,
  after: NoInfer<T> | null,
  personal: readonly (keyof NoInfer<T>)[] = [],
): FieldChanges {
  const changes: FieldChanges = {}
  for (const name of Object.keys({ ...before, ...after })) {
    const [old, now] = [jsonOf(before, name), jsonOf(after, name)]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    const shown = (personal as readonly string[]).includes(name) ? hidePerson : (value: Json) => value
    changes[name] = { before: shown(old), after: shown(now) }
  }
  return changes
}

/** A field's value as JSON has it; null where there is none. */
const jsonOf = (from: object | null, name: string): Json =>
  JSON.parse(JSON.stringify((from as Record<string, unknown> | null)?.[name] ?? null))

/** Whether there was a value at all may be seen. */
const hidePerson = (value: Json): Json => (value === null ? null : PERSONAL)

/** The header's value: JSON in base64url, without the longest changes where it would be too long. */
export function encodeAuditNote(note: AuditNote): string {
  const whole = encode(note)
  if (whole.length <= MOST_NOTE_CHARACTERS) return whole
  let changes = note.changes ?? {}
  const sizeOf = (name: string) => JSON.stringify(changes[name]).length
  for (const name of Object.keys(changes).sort((a, b) => sizeOf(b) - sizeOf(a))) {
    changes = { ...changes, [name]: leftOut }
    const shorter = encode({ ...note, changes })
    if (shorter.length <= MOST_NOTE_CHARACTERS) return shorter
  }
  return encode({ ...note, changes: { '*': leftOut } })
}

const encode = (note: AuditNote): string => Buffer.from(JSON.stringify(note)).toString('base64url')
