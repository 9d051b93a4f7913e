import { readFileSync } from 'node:fs'
import type { CloudEvent } from '@usher/contracts'

const FILE = new URL('../../../contracts/fixtures/golden-events.json', import.meta.url)

/** One event of each type and version that ever existed, as producers write and consumers read it. */
export const goldenEvents = (): CloudEvent<Record<string, unknown>>[] =>
  JSON.parse(readFileSync(FILE, 'utf8'))
