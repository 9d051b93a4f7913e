import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../processes.ts'

/** Names each attack that worked once, and the tests that play it. */
const TABLE = 'docs/security/attacks.md'

/** The files of all tests that play an attack, each once. */
export async function attackTests(): Promise<string[]> {
  return testsNamedIn(await readFile(join(repository, TABLE), 'utf8'))
}

/** The paths of tests that a text names as code. */
export function testsNamedIn(markdown: string): string[] {
  return [...new Set(markdown.matchAll(/`([^`\s]+\.test\.tsx?)`/g).map(([, path = '']) => path))]
}
