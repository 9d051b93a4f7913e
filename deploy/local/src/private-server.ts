import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openLog, tailOfLog } from './child-log.ts'
import { endWithParent, killGroup } from './process-group.ts'
import { SetupError } from './provided.ts'

export interface PrivateServerOptions {
  /** Its name in messages. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string | undefined
  /** Receives both streams; the previous log is kept as `….1`. */
  readonly logFile: string
}

/** A third-party server that runs as our child process. */
export interface PrivateServer {
  readonly pid: number
  /** Resolves when the process has exited. */
  readonly ended: Promise<void>
  readonly hasEnded: () => boolean
  /** Asks it to exit, and after the grace period (milliseconds) kills it with all of its children. */
  stop(graceMs: number): Promise<void>
  /** The end of its output, to show beside an error. */
  lastWords(): Promise<string>
}

/**
 * Starts a server in its own process group.
 *
 * Ctrl-C reaches every process of the terminal's group. This one must not get it: it has to outlive the services that
 * use it and is stopped after them.
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
