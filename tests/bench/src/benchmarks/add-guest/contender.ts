import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../../bench-context.ts'
import { CONNECTIONS } from '../../load/load.ts'
import type { Pids } from '../../measure/cpu.ts'
import type { Subject } from '../../measure/interleave.ts'

/** A server that guests are added to. */
export interface Contender {
  readonly name: string
  readonly origin: string
  headers(): Readonly<Record<string, string>>
  pids(): Pids
  /** Creates new queues and returns their ids. */
  newQueues(count: number): Promise<string[]>
  /** Waits until all requested work is done, then returns what the queues hold. */
  outcome(queueIds: readonly string[]): Promise<Pick<RunRecord, 'storedGuestIds' | 'events'>>
}

/** Guests with different phones: practically nobody comes twice. */
const GUESTS = 20_000

const bodyOf = (i: number) =>
  JSON.stringify({ name: 'Grace Hopper', phone: `+12125${550_100 + i}`, party_size: 2 })

/** Both a warm-up and its measurement cut off their last requests. */
const MAX_CUT_OFF = 2 * CONNECTIONS

/**
 * Adds guests to this many queues, chosen at random per request and new in each round, so that the first round meets
 * the same lines as the last.
 *
 * @param problems collects what the check after each run finds
 */
export function addingTo(bench: Bench, contender: Contender, queues: number, problems: string[]): Subject {
  const name = `${contender.name}, ${queues === 1 ? 'one queue' : `${queues} queues`}`
  const answersFile = join(bench.home, 'answers.jsonl')
  let queueIds: string[] = []
  return {
    name,
    pids: contender.pids,
    async plan() {
      queueIds = await contender.newQueues(queues)
      const requests = Array.from({ length: GUESTS }, (_, i) => ({
        path: `/v1/queues/${queueIds[i % queues]}/guests`,
        body: bodyOf(i),
      }))
      const headers = contender.headers()
      return { origin: contender.origin, method: 'POST', headers, requests, answersFile }
    },
    async afterwards() {
      const answers = await readAnswers(answersFile)
      await rm(answersFile)
      const run = { answers, maxCutOff: MAX_CUT_OFF, ...(await contender.outcome(queueIds)) }
      problems.push(...checkRun(run).map((problem) => `${name}: ${problem}`))
    },
  }
}

async function readAnswers(file: string): Promise<Placed[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => {
    const { id, queue_id, position } = JSON.parse(line) as Placed
    return { id, queue_id, position }
  })
}

/** A guest's position in a response or an event. */
export interface Placed {
  readonly id: string
  readonly queue_id: string
  readonly position: number
}

/** What a run leaves to check. */
interface RunRecord {
  /** From the successful requests. */
  readonly answers: readonly Placed[]
  readonly storedGuestIds: readonly string[]
  /** Published events, each once. */
  readonly events: readonly Placed[]
  /** Requests that may have been in flight when the load generator stopped, so that nobody saw the response. */
  readonly maxCutOff: number
}

/**
 * Checks that nothing was lost, duplicated or given a wrong position.
 *
 * @returns the problems, in words
 */
function checkRun({ answers, storedGuestIds, events, maxCutOff }: RunRecord): string[] {
  const stored = new Set(storedGuestIds)
  const answered = new Map(answers.map((answer) => [answer.id, answer]))
  const lost = answers.filter(({ id }) => !stored.has(id)).length
  const unanswered = stored.size - answered.size
  const told = new Set(events.map(({ id }) => id))
  const untold = storedGuestIds.filter((id) => !told.has(id)).length
  const differing = events.filter(({ id, position }) => (answered.get(id)?.position ?? position) !== position)
  return [
    ...problem(lost, 'answered guests are not stored'),
    ...problem(answers.length - answered.size, 'answers name a guest that another names too'),
    ...problem(unanswered > maxCutOff ? unanswered : 0, 'stored guests were answered to nobody'),
    ...problem(untold, 'stored guests have no event'),
    ...problem(events.length - stored.size, 'events are there more than guests'),
    ...problem(differing.length, 'answers and events disagree on the position'),
    ...[...Map.groupBy(events, ({ queue_id }) => queue_id)].flatMap(([id, queue]) =>
      checkPositions(id, queue),
    ),
  ]
}

const problem = (count: number, words: string): string[] => (count === 0 ? [] : [`${count} ${words}`])

/** Since nobody leaves, the guests of a queue have the positions 1, 2, 3 …, each once. */
function checkPositions(queueId: string, events: readonly Placed[]): string[] {
  const positions = events.map(({ position }) => position).sort((a, b) => a - b)
  const wrong = positions.findIndex((position, i) => position !== i + 1)
  return wrong === -1
    ? []
    : [`${queueId}: where ${wrong + 1} is due, the position ${positions[wrong]} follows`]
}
