/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import type { Json } from './schemas.ts'

/** What an operation was asked and answered in the end-to-end tests (`contracts/examples/`, one file each). */
export interface RecordedExample {
  readonly request: {
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly answer: { readonly status: number; readonly body?: unknown }
}

const FOLDER = new URL('../../examples/', import.meta.url)

/** The recorded examples, by operation. */
export const recordedExamples = (): ReadonlyMap<string, RecordedExample> =>
  readAll('') as ReadonlyMap<string, RecordedExample>

/** The recorded problems, by code. */
export const recordedProblems = (): ReadonlyMap<string, Json> =>
  readAll('problems/') as ReadonlyMap<string, Json>

function readAll(folder: string): ReadonlyMap<string, unknown> {
  const place = new URL(folder, FOLDER)
  const files = readdirSync(place).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, place), 'utf8'))]),
  )
}
