import type { CloudEvent, EventDefinition } from '@usher/contracts'
import { type Connection, type Model, Schema } from 'mongoose'
import type { Broker } from '../broker/broker.ts'
import { startConsumer } from '../broker/consumer.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../formats/ids.ts'
import type { Logger } from '../observability/logger.ts'
import type { WorkFailures } from '../observability/work-failures.ts'
import { nativeCollection } from '../store/connection.ts'
import { createLease } from '../store/lease.ts'
import { inTransaction } from '../store/transaction.ts'
import { startDuePoller } from '../work/poller.ts'
import { inboxModel, recordInInbox } from './inbox.ts'
import { appendToOutbox, outboxModel } from './outbox.ts'

const LEASE_MS = 60_000

/** Jobs loaded at a time; they take turns. */
const AT_ONCE = 100

/** Work that an event asks for, and its progress. */
interface JobRecord {
  /** Identifier of the event. */
  readonly _id: string
  readonly event: CloudEvent
  readonly state: unknown
  /** Counts completed steps. */
  readonly version: number
  readonly not_before: Date
}

const schema = new Schema<JobRecord>(
  { _id: String, event: Schema.Types.Mixed, state: Schema.Types.Mixed, version: Number, not_before: Date },
  { collection: 'event_jobs', versionKey: false },
)

/** A service's unfinished jobs. */
export const jobModel = (connection: Connection): Model<JobRecord> =>
  connection.models.EventJob ?? connection.model<JobRecord>('EventJob', schema)

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

export interface EventJobs extends AsyncDisposable {
  /** Runs what is due now and waits for it. For tests. */
  run(): Promise<void>
}

/** Registers the collections that jobs need. Call it before collections are prepared. */
export function prepareEventJobs(connection: Connection): void {
  jobModel(connection)
  inboxModel(connection)
}

/**
 * Runs work that events ask for and that is too long for one transaction. An event becomes a job in the transaction
 * of its inbox record. One replica at a time, by lease, runs the jobs step by step, in turns. Each step commits its
 * events together with its progress, so that a crash neither repeats nor loses one.
 */
export async function startEventJobs<State>(
  { broker, connection, failures, log }: JobsContext,
  { clock, queue, events, step }: Options<State>,
): Promise<EventJobs> {
  const jobs = nativeCollection(jobModel(connection))
  const inbox = inboxModel(connection)
  const outbox = outboxModel(connection)
  const lease = createLease(connection, `${queue}-jobs`, newId('event'), LEASE_MS)
  const stopping = new AbortController()

  const advance = async ({ _id, event, state, version }: JobRecord) => {
    const done = await step(event, (state ?? undefined) as State | undefined)
    await inTransaction(connection, async (session) => {
      const asItWas = { _id, version }
      const not_before = done.notBefore ?? new Date(0)
      const isMine =
        done.state === undefined
          ? (await jobs.deleteOne(asItWas, { session })).deletedCount === 1
          : (
              await jobs.updateOne(
                asItWas,
                { $set: { state: done.state, not_before, version: version + 1 } },
                { session },
              )
            ).matchedCount === 1
      if (isMine) await appendToOutbox(outbox, done.events, session)
    })
  }
  const nextDue = async () => (await jobs.find().sort({ not_before: 1 }).limit(1).next())?.not_before
  const work = async () => {
    const failed: string[] = []
    for (let isHeld = false; !stopping.signal.aborted; ) {
      const due = { _id: { $nin: failed }, not_before: { $lte: clock.now() } }
      const turn = await jobs.find(due).sort({ _id: 1 }).limit(AT_ONCE).toArray()
      if (turn.length === 0) {
        if (isHeld) await lease.release()
        return await nextDue()
      }
      isHeld = await lease.hold()
      // Another replica runs them, or died while it held the lease.
      if (!isHeld) return clock.now()
      for (const job of turn) {
        await advance(job).then(
          () => failures.succeeded(job._id),
          (err) => {
            failed.push(job._id)
            failures.failed('event-job', job._id, err)
          },
        )
      }
    }
    return undefined
  }
  const poller = startDuePoller(`${queue}-jobs`, { clock, log }, work)
  const handle = async (arrived: readonly CloudEvent[]) => {
    await inTransaction(connection, async (session) => {
      const ids = arrived.map(({ id }) => id)
      const fresh = await recordInInbox(inbox, ids, session)
      const records = [...new Map(arrived.map((event) => [event.id, event])).values()]
        .filter(({ id }) => fresh.has(id))
        .map((event) => ({ _id: event.id, event, state: null, version: 0, not_before: new Date(0) }))
      if (records.length > 0) await jobs.insertMany(records, { session })
    })
    void poller.poke()
  }
  const consumer = await startConsumer(broker, { queue, events, handle, log })
  return {
    run: poller.poke,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await consumer[Symbol.asyncDispose]()
      await poller[Symbol.asyncDispose]()
      await lease.release()
    },
  }
}
