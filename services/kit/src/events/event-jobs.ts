import type { CloudEvent, EventDefinition } from '@usher/contracts'
import type { Connection } from 'mongoose'
import type { Broker } from '../broker/broker.ts'
import { startConsumer } from '../broker/consumer.ts'
import type { Clock } from '../clock.ts'
import { MINUTE_MS, SECOND_MS } from '../durations.ts'
import { PermanentError } from '../errors.ts'
import { newId } from '../formats/ids.ts'
import type { Logger } from '../observability/logger.ts'
import type { WorkFailures } from '../observability/work-failures.ts'
import { isUnavailable } from '../store/connection.ts'
import { createLease, type Lease } from '../store/lease.ts'
import { inTransaction } from '../store/transaction.ts'
import { backoffMs } from '../work/backoff.ts'
import { type Job, startDueJob } from '../work/job.ts'
import { inboxOf, recordInInbox } from './inbox-store.ts'
import { type JobRecord, JobStore, jobCollection } from './job-store.ts'
import { appendToOutbox, outboxOf } from './outbox-store.ts'

const LEASE_MS = 60_000

/** Jobs loaded at a time; they take turns. */
const JOBS_PER_TURN = 100

/** Failed attempts at one step before it is given up, which takes 9 to 18 minutes. */
const MAX_FAILURES = 12

const BACKOFF = { firstMs: SECOND_MS, maxMs: 5 * MINUTE_MS }

/** Result of one step of a job. */
export interface Step<State> {
  /** Events published for this step; they commit together with it. */
  readonly events: readonly CloudEvent[]
  /** State for the next step; undefined when the job is done. */
  readonly state?: State
  /** Earliest time for the next step. */
  readonly notBefore?: Date
}

interface JobsContext {
  readonly broker: Broker
  readonly connection: Connection
  readonly failures: WorkFailures
  readonly log: Logger
}

interface Options<State> {
  readonly clock: Clock
  /** Name of the quorum queue, `service.purpose`. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  /** Does one bounded step. It may run again after an interruption, so its effects must be repeatable. */
  readonly step: (event: CloudEvent, state: State | undefined) => Promise<Step<State>>
}

/** Registers the collections that jobs need. Call it before collections are prepared. */
export function prepareEventJobs(connection: Connection): void {
  jobCollection(connection)
  inboxOf(connection)
}

/**
 * Runs work that events ask for and that is too long for one transaction. An event becomes a job in the transaction
 * of its inbox record. One replica at a time, by lease, runs the jobs step by step, in turns. Each step commits its
 * events together with its progress, so that a crash neither repeats nor loses one.
 *
 * A step that fails is repeated with backoff. After {@link MAX_FAILURES} the job is a dead letter of its queue; once an
 * operator replays that, it goes on where it stopped.
 */
export async function startEventJobs<State>(
  context: JobsContext,
  { clock, queue, events, step }: Options<State>,
): Promise<Job> {
  const { broker, connection, log } = context
  const jobs = new JobStore(connection)
  const lease = createLease(connection, `${queue}-jobs`, newId('event'), LEASE_MS)
  const stopping = new AbortController()
  const advance = createAdvance(context, { jobs, clock, queue }, step)
  const work = createTurns({ jobs, lease, clock, stopping: stopping.signal }, advance)
  const job = startDueJob(`${queue}-jobs`, { clock, log }, work)
  const add = createIntake(connection, jobs)
  const handle = async (arrived: readonly CloudEvent[]) => {
    await add(arrived)
    void job.run()
  }
  const consumer = await startConsumer(broker, { queue, events, handle, log })
  return {
    run: job.run,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await consumer[Symbol.asyncDispose]()
      await job[Symbol.asyncDispose]()
      await lease.release()
    },
  }
}

/** Makes jobs of events, each once. */
function createIntake(connection: Connection, jobs: JobStore) {
  const inbox = inboxOf(connection)
  return async (arrived: readonly CloudEvent[]): Promise<void> => {
    const byId = new Map(arrived.map((event) => [event.id, event]))
    await inTransaction(connection, async (session) => {
      const fresh = await recordInInbox(inbox, [...byId.keys()], session)
      const added = [...byId.values()].filter(({ id }) => fresh.has(id))
      if (added.length > 0) await jobs.add(added, session)
    })
  }
}

interface Turns {
  readonly jobs: JobStore
  readonly lease: Lease
  readonly clock: Clock
  readonly stopping: AbortSignal
}

/** Does the due steps of all jobs in turns, while it holds the lease; returns when the next is due. */
const createTurns =
  ({ jobs, lease, clock, stopping }: Turns, advance: (job: JobRecord) => Promise<void>) =>
  async (): Promise<Date | undefined> => {
    for (let isHeld = false; !stopping.aborted; ) {
      const now = clock.now()
      const next = await jobs.nextDue()
      if (!next || next > now) {
        if (isHeld) await lease.release()
        return next
      }
      isHeld = await lease.hold()
      // Another replica runs them, or died while it held the lease.
      if (!isHeld) return now
      for (const job of await jobs.due(now, JOBS_PER_TURN)) await advance(job)
    }
    return undefined
  }

interface FailureHandling {
  readonly jobs: JobStore
  readonly clock: Clock
  readonly queue: string
}

/** Does one step of a job and commits its progress and events; a job whose step fails is postponed or given up. */
function createAdvance<State>(context: JobsContext, handling: FailureHandling, step: Options<State>['step']) {
  const { connection, failures } = context
  const outbox = outboxOf(connection)
  return async (job: JobRecord): Promise<void> => {
    try {
      const done = await step(job.event, (job.state ?? undefined) as State | undefined)
      await inTransaction(connection, async (session) => {
        if (await handling.jobs.advance(job, done, session))
          await appendToOutbox(outbox, done.events, session)
      })
      failures.succeeded(job._id)
    } catch (err) {
      await handleFailure(context, handling, job, err)
    }
  }
}

async function handleFailure(
  { failures, log }: JobsContext,
  { jobs, clock, queue }: FailureHandling,
  job: JobRecord,
  err: unknown,
): Promise<void> {
  failures.failed('event-job', job._id, err)
  const count = (job.failures ?? 0) + 1
  const isWorthRetrying = !(err instanceof PermanentError) && (count < MAX_FAILURES || isUnavailable(err))
  if (isWorthRetrying) {
    await jobs.postpone(job, new Date(clock.now().getTime() + backoffMs(count, BACKOFF)))
    return
  }
  await jobs.giveUp(job, queue)
  // Should it be replayed, its next failure is news again.
  failures.succeeded(job._id)
  log.error({ err, id: job._id, queue }, 'a job was given up and is a dead letter')
}
