import { readFileSync, writeFileSync } from 'node:fs'
import { type Problem, problemSchema } from '@usher/contracts'
import { haveSameShape } from './same-shape.ts'
import { settle } from './settled.ts'

/** Examples of the API document, by kind and name, as the server gave them. */
const FILE = new URL('../../../../contracts/examples.json', import.meta.url)

type Kind = 'operations' | 'problems'

/** Whether tests write down what the server answers. */
export const isRecording = (): boolean => process.env.RECORD_EXAMPLES === '1'

/** The recorded example of an operation; undefined if there is none. */
export const recordedExample = (operationId: string): unknown => readAll().operations[operationId]

/** The recorded refusal with a code; undefined if there is none. */
export const recordedProblem = (code: string): unknown => readAll().problems[code]

/** Records the example of an operation, unless the present one has the same fields: a new run then changes nothing. */
export function recordExample(operationId: string, example: unknown): void {
  const before = recordedExample(operationId)
  if (before === undefined || !haveSameShape(before, example)) write('operations', operationId, example)
}

/** Records a refusal while recording, unless there is one with its code. */
export function recordProblem(body: unknown): void {
  if (!isRecording()) return
  const problem: Problem | undefined = problemSchema.safeParse(body).data
  if (problem && recordedProblem(problem.code) === undefined)
    write('problems', problem.code, settle(problem, []))
}

const readAll = (): Record<Kind, Record<string, unknown>> => JSON.parse(readFileSync(FILE, 'utf8'))

function write(kind: Kind, name: string, example: unknown): void {
  const all = readAll()
  const sorted = Object.entries({ ...all[kind], [name]: example }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  writeFileSync(FILE, `${JSON.stringify({ ...all, [kind]: Object.fromEntries(sorted) }, null, 2)}\n`)
}
