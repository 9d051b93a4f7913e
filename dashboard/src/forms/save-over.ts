import { ApiError } from '../api/problem.ts'
import { changesOf } from './changes.ts'

/** Somebody else has changed what a form was about to change, too. */
export class ChangedMeanwhile<Resource = unknown> extends Error {
  override readonly name = 'ChangedMeanwhile'
  /** The fields that both have changed. */
  readonly names: readonly string[]
  /** As it is now. */
  readonly now: Resource

  constructor(names: readonly string[], now: Resource) {
    super('Somebody else changed this in the meantime')
    this.names = names
    this.now = now
  }
}

export interface SaveOver<Resource, Body> {
  /** Reads it as it is now, with its ETag. */
  readonly read: () => Promise<{ readonly data: Resource; readonly response: Response }>
  /** Sends what is changed, with that ETag as `If-Match`; gives what came of it. */
  readonly write: (changes: Partial<Body>, etag: string) => Promise<Resource>
  /** What a form that changes nothing would send. */
  readonly bodyOf: (resource: Resource) => Body
}

interface Given<Body> {
  /** What the form had at first. */
  readonly before: Body
  /** What it has now. */
  readonly body: Body
}

/**
 * Writes the changes of a form over what is there now. What others have changed meanwhile stays; nothing that was not
 * seen is written over, however close two people come. ETags tell of every change, of a queue that somebody joined it:
 * the fields tell whether it is one to ask about.
 *
 * @throws ChangedMeanwhile where others have changed a field that the form changes, to something else
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
      const isLate = error instanceof ApiError && error.status === 412
      if (!isLate) throw error
    }
  }
}
