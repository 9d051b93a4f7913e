import { readdirSync, readFileSync } from 'node:fs'
import type { CloudEvent } from '@usher/contracts'

const FIXTURES = new URL('../../../contracts/fixtures/', import.meta.url)

/** The golden files: one event of each type and version that ever existed, as producers write and consumers read it. */
export const goldenEvents = (): CloudEvent<Record<string, unknown>>[] =>
  readdirSync(FIXTURES).map((file) => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')))
