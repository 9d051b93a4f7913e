import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../../local.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'

const FOLDER = join(import.meta.dirname, 'scenarios')

/**
 * Reads venues to simulate: the files named, or the ones included.
 *
 * @throws SetupError that says what is wrong with a file
 */
export function loadScenarios(files: readonly string[]): Scenario[] {
  const ours = () => readdirSync(FOLDER).map((name) => join(FOLDER, name))
  return (files.length > 0 ? files : ours()).map(loadScenario)
}

function loadScenario(file: string): Scenario {
  const parsed = scenarioSchema.safeParse(parseFile(file))
  if (parsed.success) return parsed.data
  throw new SetupError(`${file} is not a venue:\n${z.prettifyError(parsed.error)}`)
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SetupError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
