import type { Demo } from '@usher/local'
import { apiClient, type Receiver, startReceiver, until } from '@usher/test-kit'
import type { Caller } from './call.ts'
import { type Evidence, type Finding, judge, readState } from './check.ts'
import { accepted, type ClientLog } from './client-log.ts'
import { type Pace, startTraffic, type Venue } from './traffic.ts'
import { accessToken, auditIsWhole, givenVenue } from './venue.ts'

/** An Usher as its clients and its operator know it. */
export interface Tried {
  readonly url: string
  readonly demo: Demo
  /** Settings of each service, for its commands. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Clients at work and subscribers that hear of it. */
export interface Load extends AsyncDisposable {
  /** What clients did and were answered. */
  readonly record: ClientLog
  readonly venue: Venue
  readonly receivers: readonly Receiver[]
  readonly caller: Caller
  /** Ends the traffic, waits until every subscriber has been told, and judges. */
  finish(): Promise<Finding[]>
}

const SUBSCRIBERS = 2
/** Long, since what is slow for want of processors has not failed. */
const ANSWER_MS = 60_000
const TOLD_WITHIN_MS = 180_000
const KINDS = ['add', 'seat', 'book'] as const

/** Starts the mixed load of all runs. */
export async function startLoad(
  { url, demo, environments }: Tried,
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

/** Reads everything once, and waits until the subscribers have been told of all of it. */
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
  // What is still missing then is told by the findings.
  await until('every subscriber to be told', isTold, TOLD_WITHIN_MS).catch(() => {})
  return evidence
}
