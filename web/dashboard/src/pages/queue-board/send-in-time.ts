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
 * @param takenAt when the host took it, in ms since the epoch
 * @param ask is told how many minutes ago that was
 * @throws NoLongerWanted if it is not
 */
export async function sendInTime<Answer>(
  send: (writes: Writes) => Promise<Answer>,
  takenAt: number,
  ask: (minutes: number) => Promise<boolean>,
): Promise<Answer> {
  const key = crypto.randomUUID()
  for (let until = takenAt + MINUTE_MS; ; until = Date.now() + MINUTE_MS) {
    try {
      if (Date.now() < until) return await send(writesUntil(until, key))
    } catch (error) {
      if (error instanceof UsherError || Date.now() < until) throw error
    }
    await untilReached()
    if (!(await ask(Math.round((Date.now() - takenAt) / MINUTE_MS)))) throw new NoLongerWanted()
  }
}
