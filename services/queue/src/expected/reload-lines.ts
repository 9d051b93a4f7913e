import { queueLineChanged } from '@usher/contracts'
import { newEvent, type Origin, ProblemError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'

type Options = Pick<QueueContext, 'writer' | 'queues' | 'clock'>

/** Makes the queues that expect bookings of these service types read them again, on all replicas. */
export async function reloadLines(
  { writer, queues, clock }: Options,
  serviceTypeIds: readonly string[],
  origin: Origin,
): Promise<void> {
  if (serviceTypeIds.length === 0) return
  const { organizationId } = origin
  const found = await queues.expecting(organizationId, serviceTypeIds)
  const reload = async (queueId: string) => {
    const reloading: Command = {
      queueId,
      decide: (state) =>
        withoutExpected(requireOwnQueue(state, { organization_id: organizationId }), clock.now(), origin),
    }
    await writer.submit(reloading).catch((error) => {
      // The queue was deleted meanwhile.
      if (!(error instanceof ProblemError) || error.code === 'service_unavailable') throw error
    })
  }
  await Promise.all(found.map(reload))
}

function withoutExpected(state: QueueState, time: Date, origin: Origin): Change {
  const { _id, line_version } = state.queue
  const queue = { ...state.queue, expected_version: line_version }
  const subject = `${_id}/${line_version}`
  const data = { queue_id: _id }
  return {
    state: { ...state, queue, expected: undefined },
    events: [newEvent(queueLineChanged, { subject, sequence: 1, time, origin, data })],
  }
}
