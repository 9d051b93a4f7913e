import { readFileSync } from 'node:fs'
import type { RecordedExamples } from './openapi-examples.ts'

export type { RecordedExamples }

/** The recorded examples. Not in `index.ts`, which browsers import, too. */
export function recordedExamples(): RecordedExamples {
  const { operations, problems } = JSON.parse(
    readFileSync(new URL('../../examples.json', import.meta.url), 'utf8'),
  )
  return { operations: new Map(Object.entries(operations)), problems: new Map(Object.entries(problems)) }
}
