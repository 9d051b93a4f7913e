import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Problem, problemSchema } from '@usher/contracts'
import { haveSameShape } from './same-shape.ts'
import { settle } from './settled.ts'

/** Examples of the API document, as the server gave them. */
const FOLDER = fileURLToPath(new URL('../../../../contracts/examples/', import.meta.url))

/** Whether tests write down what the server answers. */
export const isRecording = (): boolean => process.env.RECORD_EXAMPLES === '1'

/** The example that is written down under a name; undefined if there is none. */
export function recordedExample(name: string): unknown {
  const path = join(FOLDER, `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Writes an example down, unless the one that is there has the same fields: a new run then changes nothing. */
export function recordExample(name: string, example: unknown): void {
  const before = recordedExample(name)
  if (before !== undefined && haveSameShape(before, example)) return
  write(name, example)
}

/** Writes a refusal down while recording, if none with its code is there. */
export function recordProblem(body: unknown): void {
  if (!isRecording()) return
  const problem: Problem | undefined = problemSchema.safeParse(body).data
  if (!problem) return
  const name = `problems/${problem.code}`
  if (recordedExample(name) === undefined) write(name, settle(problem, []))
}

function write(name: string, example: unknown): void {
  const path = join(FOLDER, `${name}.json`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(example, null, 2)}\n`)
}
