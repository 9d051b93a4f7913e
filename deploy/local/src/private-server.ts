import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openLog, tailOfLog } from './child-log.ts'
import { endWithParent, killGroup } from './process-group.ts'
import { SetupError } from './provided.ts'

export interface PrivateServerOptions {
  /** What it is called in messages. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string | undefined
  /** Takes both streams; what it held before is kept once more under `….1`. */
  readonly logFile: string
}

/** A third-party server that runs as our child. */
export interface PrivateServer {
  readonly pid: number
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  readonly hasEnded: () => boolean
  /** Asks it to end, and after the grace period (milliseconds) kills it with all of its children. */
  stop(graceMs: number): Promise<void>
  /** What it said last, to show beside an error. */
  lastWords(): Promise<string>
}

/**
 * Starts a server in a process group of its own.
 *
 * Ctrl-C reaches every process of the terminal's group; this one must not get it, since it has to
 * outlive the services that use it and is told to stop when they are done.
 *
 * @throws SetupError when the program cannot be started.
 */
export async function startPrivateServer(options: PrivateServerOptions): Promise<PrivateServer> {
  const log = await openLog(options.logFile)
  const [command, args] = endWithParent(options.command, options.args)
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new SetupError(`${options.name} could not be started: ${(error as Error).message}`)
  } finally {
    await log.close()
  }
  return watch(child, options.logFile)
}

function watch(child: ChildProcess, logFile: string): PrivateServer {
  const pid = child.pid as number
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = hasEnded() ? Promise.resolve() : once(child, 'exit').then(() => {})
  return {
    pid,
    ended,
    hasEnded,
    async stop(graceMs) {
      if (!hasEnded()) child.kill('SIGTERM')
      const timer = setTimeout(() => killGroup(pid), graceMs)
      await ended
      clearTimeout(timer)
      killGroup(pid)
    },
    lastWords: () => tailOfLog(logFile),
  }
}
