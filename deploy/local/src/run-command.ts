import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { endGroup, endWithParent } from './process-group.ts'

export interface CommandOptions {
  readonly cwd?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with each line of either stream as it arrives. */
  readonly onLine?: ((line: string) => void) | undefined
}

export interface CommandResult {
  /** Exit code; 127 when the command could not be started. */
  readonly code: number
  /** Both streams, lines in order of arrival. */
  readonly output: string
  /** Standard output only. */
  readonly stdout: string
}

/** Runs a command to its end and collects its output. Never throws: a failure is a code other than 0. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    signal: options.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const stdout: string[] = []
  const collect = (line: string) => {
    lines.push(line)
    options.onLine?.(line)
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout.push(line)
    collect(line)
  })
  createInterface({ input: child.stderr }).on('line', collect)
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      lines.push(error.message)
      resolve(127)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  return { code, output: lines.join('\n'), stdout: stdout.join('\n') }
}

export interface AttachedOptions {
  readonly cwd?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Whether its children end with it, for commands that leave theirs behind. The command then cannot read from the
   * terminal.
   */
  readonly withChildren?: boolean
  /** File descriptor for both output streams; default: the terminal. */
  readonly output?: number | undefined
}

/**
 * Runs a command on our own terminal. It gets SIGTERM when this process ends or the signal aborts.
 *
 * @returns its exit code; 1 when a signal ended it.
 */
export async function runAttached(
  command: string,
  args: readonly string[],
  options: AttachedOptions = {},
): Promise<number> {
  const [program, programArgs] = endWithParent(command, args)
  const child = spawn(program, programArgs, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['inherit', options.output ?? 'inherit', options.output ?? 'inherit'],
    detached: options.withChildren ?? false,
  })
  const end = () => (options.withChildren ? endGroup(child.pid) : child.kill('SIGTERM'))
  options.signal?.addEventListener('abort', end, { once: true })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    options.signal?.removeEventListener('abort', end)
    if (options.withChildren) endGroup(child.pid)
  }
}

/** The last lines of an output, to show beside an error. */
export function lastLines(output: string, count = 5): string {
  return output.trimEnd().split('\n').slice(-count).join('\n')
}
