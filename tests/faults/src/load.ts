import { apiClient, type Receiver, startReceiver, until } from '@usher/test-kit'
import type { Caller } from './call.ts'
import { type Evidence, type Finding, judge, readState } from './check.ts'
import { accepted, type ClientLog } from './client-log.ts'
import { type Pace, startTraffic, type Venue } from './traffic.ts'
import type { UsherUnderTest } from './venue.ts'
import { accessToken, auditIsWhole, givenVenue } from './venue.ts'

/** Working clients, and subscribers to the events. */
export interface Load extends AsyncDisposable {
  /** The clients' requests and their outcomes. */
  readonly record: ClientLog
  readonly venue: Venue
  readonly receivers: readonly Receiver[]
  readonly caller: Caller
  /** Stops the traffic, waits until every subscriber has been notified, and checks the results. */
  finish(): Promise<Finding[]>
}

const SUBSCRIBERS = 2
/** Long, because a request that is slow for want of CPU has not failed. */
const ANSWER_MS = 60_000
const TOLD_WITHIN_MS = 180_000
const KINDS = ['add', 'seat', 'book'] as const

/** Starts the mixed load of all runs. */
export async function startLoad(
  { url, demo, environments }: UsherUnderTest,
  { answerMs = ANSWER_MS, ...pace }: Partial<Pace & Pick<Caller, 'answerMs'>> = {},
): Promise<Load> {
  await using cleanup = new AsyncDisposableStack()
  const receivers = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => startReceiver()))
  for (const receiver of receivers) cleanup.use(receiver)
  const record: ClientLog = { done: [], failures: [] }
  const caller: Caller = { url, token: await accessToken(url, demo), log: record, answerMs }
  const venue = await givenVenue(apiClient(url, caller.token), receivers)
  const traffic = startTraffic(caller, venue, pace)
  cleanup.defer(() => traffic.stop())
  const owned = cleanup.move()
  return {
    ...{ record, venue, receivers, caller },
    async finish() {
      await traffic.stop()
      const evidence = await whenQuiet(caller, record, receivers, venue)
      const actions = KINDS.flatMap((kind) => accepted(record, kind)).length
      return [...judge(evidence), await auditIsWhole({ environments, demo }, actions)]
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Reads everything once, and waits until all subscribers were notified of all of it. */
async function whenQuiet(
  caller: Caller,
  log: ClientLog,
  receivers: readonly Receiver[],
  venue: Venue,
): Promise<Evidence> {
  const received = receivers.map((receiver) => receiver.received)
  const evidence = { log, ...(await readState(apiClient(caller.url, caller.token), venue)), received }
  const isTold = () =>
    judge(evidence).every(({ claim, wrong }) => !claim.includes('told') || wrong.length === 0)
  // The findings report what is still missing then.
  await until('every subscriber to be told', isTold, TOLD_WITHIN_MS).catch(() => {})
  return evidence
}
