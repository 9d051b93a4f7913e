/** A guest's position in a response or an event. */
export interface Placed {
  readonly id: string
  readonly queue_id: string
  readonly position: number
}

/** What a run leaves to check. */
export interface RunRecord {
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
export function checkRun({ answers, storedGuestIds, events, maxCutOff }: RunRecord): string[] {
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
