import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../processes.ts'
import { optionsOf } from './jest-run.ts'

/** Lists each attack that once worked, with the tests that replay it. */
const TABLE = 'docs/security/attacks.md'

/**
 * The files of all tests that replay an attack, each once.
 *
 * @param given parts of paths to select files by, all files if there are none; then options for Jest
 */
export async function attackTests(given: readonly string[] = []): Promise<string[]> {
  const options = optionsOf(given)
  const parts = given.slice(0, given.length - options.length)
  const files = testsNamedIn(await readFile(join(repository, TABLE), 'utf8'))
  const isMeant = (file: string) => parts.length === 0 || parts.some((part) => file.includes(part))
  return [...files.filter(isMeant), ...options]
}

/** The paths of tests that a text formats as code. */
export function testsNamedIn(markdown: string): string[] {
  return [...new Set(markdown.matchAll(/`([^`\s]+\.test\.tsx?)`/g).map(([, path = '']) => path))]
}
