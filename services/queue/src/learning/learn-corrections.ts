import { ifDue, notFound, ProblemError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'
import type { PaceRecord } from '../records/pace-record.ts'
import { type Correction, fitCorrection } from '../waits/correction.ts'
import { withCorrection } from '../waits/pace.ts'

/** Most queues in one run. */
const CHUNK = 50

type Due = Pick<PaceRecord, '_id' | 'organization_id'>

/**
 * Learns the correction of the estimates of each queue for which that is due, once a night. Several replicas may do so
 * at once; the last one wins. Work for a due job.
 */
export const learnCorrections = (ctx: QueueContext): (() => Promise<Date | undefined>) =>
  ifDue(
    ctx.clock,
    () => ctx.paces.nextToLearn(),
    async () => {
      for (const due of await ctx.paces.toLearn(ctx.clock.now(), CHUNK)) await learnOf(ctx, due)
    },
  )

/** A queue that is gone or changing too fast is skipped, so that those after it get their turn. */
async function learnOf(ctx: QueueContext, due: Due): Promise<void> {
  const correction = await learn(ctx, due)
  try {
    await ctx.writer.submit({ queueId: due._id, decide: (state) => keep(state, correction) })
  } catch (err) {
    if (!(err instanceof ProblemError)) throw err
    ctx.log.warn({ err, queue: due._id }, 'the correction of a queue could not be stored')
  }
}

/** Undefined: too few outcomes, or they cannot be read; then the next night is soon enough. */
async function learn(ctx: QueueContext, { _id, organization_id }: Due): Promise<Correction | undefined> {
  try {
    return fitCorrection(await ctx.outcomes.recent(_id, organization_id, ctx.clock.now()))
  } catch (err) {
    ctx.log.error({ err, queue: _id }, 'the outcomes of a queue could not be read')
    return undefined
  }
}

/** Copies the queue, as a change that leaves the queue as it is would not be stored. */
function keep(state: QueueState | undefined, correction: Correction | undefined): Change {
  if (!state) throw notFound('queue')
  const { queue, line, pace } = state
  return { state: { queue: { ...queue }, line, pace: withCorrection(pace, correction) }, events: [] }
}
