import { readdirSync, readFileSync } from 'node:fs'
import type { RecordedExamples } from './openapi-examples.ts'

const FOLDER = new URL('../../examples/', import.meta.url)

/** What was recorded (`contracts/examples/`). Apart from the other contracts, which browsers may read, too. */
export const recordedExamples = (): RecordedExamples =>
  ({ operations: readAll(''), problems: readAll('problems/') }) as RecordedExamples

function readAll(folder: string): ReadonlyMap<string, unknown> {
  const place = new URL(folder, FOLDER)
  const files = readdirSync(place).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, place), 'utf8'))]),
  )
}
