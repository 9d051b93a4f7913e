import { UsherError } from '@usher/sdk/client'

/** Somebody else changed a field that the form was about to change. */
export class ChangedMeanwhile<Resource = unknown> extends Error {
  override readonly name = 'ChangedMeanwhile'
  /** The fields that both changed. */
  readonly names: readonly string[]
  /** The current version. */
  readonly now: Resource

  constructor(names: readonly string[], now: Resource) {
    super('Somebody else changed this in the meantime')
    this.names = names
    this.now = now
  }
}

export interface SaveOver<Resource, Body> {
  /** Reads the current version with its ETag. */
  readonly read: () => Promise<{ readonly data: Resource; readonly response: Response }>
  /** Sends the changes with that ETag as `If-Match`; returns the result. */
  readonly write: (changes: Partial<Body>, etag: string) => Promise<Resource>
  /** The body that an unchanged form would send. */
  readonly bodyOf: (resource: Resource) => Body
}

interface Given<Body> {
  /** The initial body of the form. */
  readonly before: Body
  /** The current body of the form. */
  readonly body: Body
}

/**
 * Writes a form's changes to the current version. Changes by others are kept; nothing unseen is overwritten, even if
 * two people save at once. A new ETag alone is no conflict (a queue gets one with every guest): the fields decide.
 *
 * @throws ChangedMeanwhile if somebody else changed one of the form's fields to a different value
 */
export async function saveOver<Resource, Body extends object>({
  read,
  write,
  bodyOf,
  before,
  body,
}: SaveOver<Resource, Body> & Given<Body>): Promise<Resource> {
  const changes = changesOf(before, body)
  for (;;) {
    const { data: now, response } = await read()
    const others = changesOf(before, bodyOf(now))
    const clashes = Object.keys(changesOf(others, changes as Body)).filter((name) => name in others)
    if (clashes.length > 0) throw new ChangedMeanwhile(clashes, now)
    if (Object.keys(changes).length === 0) return now
    try {
      return await write(changes, response.headers.get('etag') ?? '*')
    } catch (error) {
      const isLate = error instanceof UsherError && error.status === 412
      if (!isLate) throw error
    }
  }
}

/** The fields that a form changes. Only these are sent, so that changes made by others are kept. */
export function changesOf<Values extends object>(before: Partial<Values>, now: Values): Partial<Values> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  )
  return Object.fromEntries(changed) as Partial<Values>
}
