import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { SetupError } from '@usher/local'
import { pythonWith } from '../python/environment.ts'

const run = promisify(execFile)

const pathOf = (file: string) => new URL(file, import.meta.url).pathname

/**
 * Finds a Python with the clients of `requirements.txt`; or returns why there is none on this machine, and says so on
 * stderr, because tests are skipped.
 */
export async function findPython(): Promise<{ python: string; lack?: never } | { python: ''; lack: string }> {
  try {
    return { python: await pythonWith(pathOf('requirements.txt')) }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`skipped: ${error.message}\n`)
    return { python: '', lack: error.message }
  }
}

/** Runs a program beside this file to its end; returns the JSON it prints. */
export async function runPython(python: string, program: string, input: object): Promise<unknown> {
  const { stdout } = await run(python, [pathOf(program), JSON.stringify(input)])
  return JSON.parse(stdout)
}

/**
 * Starts a program beside this file, which runs until disposed of.
 *
 * @param onOutput receives each line of JSON that it prints
 */
export function startPython(
  python: string,
  program: string,
  input: object,
  onOutput: (output: Record<string, string>) => void,
): Disposable {
  const child = spawn(python, [pathOf(program), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => onOutput(JSON.parse(line)))
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') }
}
