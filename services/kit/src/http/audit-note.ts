import { type AuditNote, type FieldChanges, PERSONAL } from '@usher/contracts'
import { ProblemError } from '../errors.ts'

/** Header in which a service sends the gateway the audit note of an answer. The gateway removes it. */
export const AUDIT_HEADER = 'x-usher-audit'

/** Longest value of the header: with the other headers it must stay below the 16 kB that clients read. */
export const MAX_NOTE_CHARACTERS = 4_096

/** Replaces values that would make the note too long. */
export const LEFT_OUT = '[left out: too long]'

const leftOut = { before: LEFT_OUT, after: LEFT_OUT }

type Json = FieldChanges[string]['before']

/**
 * Audit note of a change: the fields that differ, before and after.
 *
 * @param before null if it did not exist
 * @param after null if it is gone
 * @param personal fields with personal data, whose values must not get into the audit trail
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

/** A field's value in JSON; null if there is none. */
const jsonOf = (from: object | null, name: string): Json =>
  JSON.parse(JSON.stringify((from as Record<string, unknown> | null)?.[name] ?? null))

/** Still shows whether there was a value. */
const hidePerson = (value: Json): Json => (value === null ? null : PERSONAL)

/**
 * What was acted on: as the note says or, of a creation, the id in its location (`/v1/guests/gst_1`), which is of what was
 * created and not of what contains it.
 */
export const resourceOf = ({ resource }: AuditNote, location: string | undefined): string | undefined =>
  resource ?? (location?.slice(location.lastIndexOf('/') + 1) || undefined)

/** The header's value: JSON in base64url, leaving out the longest changes if it would be too long. */
export function encodeAuditNote(note: AuditNote): string {
  const whole = encode(note)
  if (whole.length <= MAX_NOTE_CHARACTERS) return whole
  let changes = note.changes ?? {}
  const sizeOf = (name: string) => JSON.stringify(changes[name]).length
  for (const name of Object.keys(changes).sort((a, b) => sizeOf(b) - sizeOf(a))) {
    changes = { ...changes, [name]: leftOut }
    const shorter = encode({ ...note, changes })
    if (shorter.length <= MAX_NOTE_CHARACTERS) return shorter
  }
  return encode({ ...note, changes: { '*': leftOut } })
}

const encode = (note: AuditNote): string => Buffer.from(JSON.stringify(note)).toString('base64url')

/** Adds the audit note to refusals too. */
export async function withAuditNote<T>(audit: AuditNote, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new ProblemError(error.code, error.message, { ...error.options, audit })
  }
}
