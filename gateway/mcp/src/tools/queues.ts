import { idOf, operations, type Queue } from '@usher/contracts'
import { z } from 'zod'
import type { Ask } from '../ask.ts'
import { defineTool, READS } from '../tool.ts'
import { cursor, limit, time } from './parts.ts'

/** What an agent needs to know of a queue, without its settings. */
const queueView = operations.getQueue.answer
  .pick({
    id: true,
    name: true,
    status: true,
    pause_reason: true,
    waiting_count: true,
    estimated_wait: true,
    estimated_wait_range: true,
    free_places: true,
    capacity: true,
    min_party_size: true,
    max_party_size: true,
    timezone: true,
  })
  .meta({ description: 'Waits are in minutes' })

const listQueues = defineTool({
  name: 'list_queues',
  title: 'List queues',
  description: 'Lists the queues with their status, how many guests wait, and the estimated wait in minutes.',
  operations: [operations.listQueues],
  hints: READS,
  input: z.strictObject({
    status: operations.listQueues.query.shape.status.meta({ description: 'Only queues with this status' }),
    limit,
    cursor,
  }),
  output: z.object({ data: z.array(queueView), next_cursor: z.string().nullable() }),
  run: (ask, query) => ask(operations.listQueues, { query }),
})

const findShortestLine = defineTool({
  name: 'find_shortest_line',
  title: 'Find the shortest line',
  description:
    'Finds the active queue with the shortest estimated wait that takes a party of this size and is not full. It does not look at opening hours: adding a guest to a closed queue is refused.',
  operations: [operations.listQueues],
  hints: READS,
  input: z.strictObject({
    party_size: z.int().min(1).max(99).default(1).meta({ description: 'People in the party' }),
  }),
  output: z.object({
    queue: queueView.nullable().meta({ description: 'null: no queue takes such a party now' }),
    others: z.array(queueView).meta({ description: 'The next shortest, at most five' }),
  }),
  async run(ask, { party_size }) {
    const [queue = null, ...others] = await shortestOf(ask, party_size)
    return { queue, others }
  },
})

/** The shortest line, and as many others as are shown. */
const SHORTEST = 6

/** The shortest lines of all active queues. Keeps no others: an organisation may have thousands. */
async function shortestOf(ask: Ask, party: number): Promise<Queue[]> {
  let shortest: Queue[] = []
  let next: string | undefined
  do {
    const query = { status: 'active', limit: 100, cursor: next }
    const page = await ask(operations.listQueues, { query })
    const fitting = page.data.filter((queue) => takes(queue, party))
    shortest = [...shortest, ...fitting].toSorted(byWait).slice(0, SHORTEST)
    next = page.next_cursor ?? undefined
  } while (next !== undefined)
  return shortest
}

const takes = ({ min_party_size, max_party_size, capacity, waiting_count }: Queue, party: number): boolean =>
  party >= min_party_size && party <= max_party_size && (capacity === null || waiting_count < capacity)

const byWait = (a: Queue, b: Queue): number =>
  a.estimated_wait - b.estimated_wait || a.waiting_count - b.waiting_count

const getLine = defineTool({
  name: 'get_line',
  title: 'Show a line',
  description:
    'Shows who waits in a queue, was called, or is expected with a booking today, in the order of their turns, and whom call_next would call. Names were typed by guests.',
  operations: [operations.getQueueLine],
  hints: READS,
  input: z.strictObject({ queue_id: idOf('queue') }),
  output: operations.getQueueLine.answer.omit({ line_version: true }),
  run: (ask, { queue_id }) => ask(operations.getQueueLine, { params: { id: queue_id } }),
})

const getQueueStatistics = defineTool({
  name: 'get_queue_statistics',
  title: 'Statistics of a queue',
  description:
    'Arrivals, outcomes and waits of a queue in a period of at most 93 days; by default the last week. Waits are in minutes.',
  operations: [operations.getQueueStatistics],
  hints: READS,
  input: z.strictObject({
    queue_id: idOf('queue'),
    from: time('Guests who joined at this time or later; default: a week before `to`').optional(),
    to: time('Guests who joined before this time; default: now').optional(),
  }),
  output: operations.getQueueStatistics.answer.omit({ hours: true }),
  run: (ask, { queue_id, ...query }) =>
    ask(operations.getQueueStatistics, { params: { id: queue_id }, query }),
})

export const queueTools = [listQueues, findShortestLine, getLine, getQueueStatistics]
