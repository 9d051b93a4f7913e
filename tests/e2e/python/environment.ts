import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lastLines, repository, runCommand, SetupError } from '@usher/local'

/**
 * A virtual environment of this checkout with packages from PyPI, created on first use. Start its programs with `-m`:
 * it is created under a temporary name and moved into place, so that two processes never see a half-made one.
 *
 * @param requirements a file in pip's format
 * @returns the path of its interpreter
 * @throws SetupError when there is no Python 3 with venv, or PyPI cannot be reached
 */
export async function pythonWith(requirements: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
  const folder = join(repository, `node_modules/.cache/python-${hash.slice(0, 12)}`)
  const interpreter = join(folder, 'bin/python')
  if (existsSync(interpreter)) return interpreter
  const temporary = `${folder}.${process.pid}`
  try {
    await run('python3', ['-m', 'venv', temporary], signal)
    const quickly = ['--quiet', '--disable-pip-version-check', '--retries=1', '--timeout=10']
    const pip = join(temporary, 'bin/pip')
    await run(pip, ['install', ...quickly, '--requirement', requirements], signal)
    // Another process may have been faster.
    await rename(temporary, folder).catch((error) => {
      if (!existsSync(interpreter)) throw error
    })
    return interpreter
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function run(command: string, args: readonly string[], signal?: AbortSignal): Promise<void> {
  const { code, output } = await runCommand(command, args, { signal })
  if (code !== 0)
    throw new SetupError(`${command} ${args.join(' ')} ended with ${code}:\n${lastLines(output)}`)
}
