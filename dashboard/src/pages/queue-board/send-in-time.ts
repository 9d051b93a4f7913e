import { UsherError } from '@usher/sdk/client'
import { type Writes, writesUntil } from '../../api/client.ts'
import { untilReached } from '../../api/connection.ts'

const MINUTE_MS = 60_000

/** The host no longer wants an action that could not be sent in time. */
export class NoLongerWanted extends Error {}

/**
 * Sends an action of a host. If it gets no answer within a minute, asks whether it is still wanted as soon as the server is
 * reached again.
 *
 * @param ask is told how many minutes ago the action was taken
 * @throws NoLongerWanted if it is not
 */
export async function sendInTime<Answer>(
  send: (writes: Writes) => Promise<Answer>,
  ask: (minutes: number) => Promise<boolean>,
): Promise<Answer> {
  const [key, takenAt] = [crypto.randomUUID(), Date.now()]
  for (;;) {
    const until = Date.now() + MINUTE_MS
    try {
      return await send(writesUntil(until, key))
    } catch (error) {
      if (error instanceof UsherError || Date.now() < until) throw error
    }
    await untilReached()
    if (!(await ask(Math.round((Date.now() - takenAt) / MINUTE_MS)))) throw new NoLongerWanted()
  }
}
