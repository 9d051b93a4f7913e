import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Why packages of PyPI cannot be used with the `python3` on the PATH; undefined where they can. Says so on stderr: tests
 * are skipped for it.
 *
 * @param modules as they are imported
 */
export async function lackOfPython(modules: readonly string[]): Promise<string | undefined> {
  const lack = await run('python3', ['-c', `import ${modules.join(', ')}`]).then(
    () => undefined,
    (error: Error) =>
      `python3 with ${modules.join(', ')} is needed: ${error.message.trim().split('\n').at(-1)}`,
  )
  if (lack) process.stderr.write(`skipped: ${lack}\n`)
  return lack
}

const pathOf = (program: string) => new URL(program, import.meta.url).pathname

/** Runs a program beside this file to its end; gives the JSON that it prints. */
export async function runPython(program: string, input: object): Promise<unknown> {
  const { stdout } = await run('python3', [pathOf(program), JSON.stringify(input)])
  return JSON.parse(stdout)
}

/**
 * Starts a program beside this file, which runs until it is disposed of.
 *
 * @param onOutput is given each line of JSON that it prints
 */
export function startPython(
  program: string,
  input: object,
  onOutput: (output: Record<string, string>) => void,
): Disposable {
  const child = spawn('python3', [pathOf(program), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => onOutput(JSON.parse(line)))
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') }
}
