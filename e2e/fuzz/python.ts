import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines, repository, runCommand, SetupError } from '@usher/local'

const VERSION = '4.32.5'

/**
 * The program of Schemathesis, installed from PyPI into a folder of this checkout the first time.
 *
 * @throws SetupError where there is no Python 3 with venv, or no way to PyPI
 */
export async function findSchemathesis(signal: AbortSignal): Promise<string> {
  const folder = join(repository, `node_modules/.cache/schemathesis-${VERSION}`)
  const program = join(folder, 'bin/schemathesis')
  if (existsSync(program)) return program
  console.log(`Installing schemathesis ${VERSION}`)
  await run('python3', ['-m', 'venv', folder], signal)
  await run(
    join(folder, 'bin/pip'),
    ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`],
    signal,
  )
  return program
}

async function run(command: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const { code, output } = await runCommand(command, args, { signal })
  if (code !== 0)
    throw new SetupError(`${command} ${args.join(' ')} ended with ${code}:\n${lastLines(output)}`)
}
