import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Backoff, nextDelay } from './backoff.ts'
import { openLog, tailOfLog } from './child-log.ts'
import { endWithParent, killGroup } from './process-group.ts'
import { type Log, SetupError } from './provided.ts'

/** How to run one process. */
export interface ProcessSpec {
  readonly name: string
  /** Arguments for Node: the script and its own arguments. */
  readonly args: readonly string[]
  /** Variables added to the supervisor's own environment. */
  readonly env: Readonly<Record<string, string>>
  /** Answers 200 when the process is ready. */
  readonly readyUrl: string
}

export interface SuperviseOptions {
  /** Folder for `NAME.log`. */
  readonly logs: string
  readonly log: Log
  readonly backoff: Backoff
  /** How often a process may exit before it was ready for the first time, until the supervisor gives up. */
  readonly startAttempts: number
  /** From SIGTERM to SIGKILL, in milliseconds. */
  readonly stopGraceMs: number
}

/**
 * Restarts a process with backoff whenever it ends without being told to.
 *
 * The process gets an IPC channel that closes when the supervisor is gone, and its own process group, so that Ctrl-C
 * reaches it only through the supervisor, in order.
 */
export class SupervisedProcess {
  readonly #spec: ProcessSpec
  readonly #options: SuperviseOptions
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #lives: Promise<void> = Promise.resolve()
  #ends = 0
  #lastEnd: string | undefined
  #wasReady = false
  #givenUp = false

  constructor(spec: ProcessSpec, options: SuperviseOptions) {
    this.#spec = spec
    this.#options = options
  }

  get name(): string {
    return this.#spec.name
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** How often it has exited by itself. */
  get ends(): number {
    return this.#ends
  }

  /** How it exited last, as `exit code 0` or `SIGKILL`; undefined if it never has. */
  get lastEnd(): string | undefined {
    return this.#lastEnd
  }

  /** Sends a signal to the current process, as a restart test or an operator would. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  start(): void {
    this.#lives = this.#liveOnAndOn()
  }

  /**
   * Resolves once the process reports that it is ready.
   *
   * @throws SetupError with the end of its log if the supervisor gave up or the process is not ready in time.
   */
  async waitReady(timeoutMs = 120_000): Promise<void> {
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      this.#stopping.signal.throwIfAborted()
      if (this.#givenUp) throw await this.#failure(`ended ${this.#ends} times instead of starting`)
      const before = this.pid
      if (before !== undefined && (await answersOk(this.#spec.readyUrl)) && this.pid === before) {
        this.#wasReady = true
        return
      }
      await delay(50)
    }
    throw await this.#failure(`is not ready after ${timeoutMs / 1000} s`)
  }

  /** Asks it to exit, kills it after the grace period, and does not restart it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const child = this.#child
    child?.kill('SIGTERM')
    const timer = setTimeout(() => killGroup(child?.pid), this.#options.stopGraceMs)
    await this.#lives
    clearTimeout(timer)
    killGroup(child?.pid)
  }

  async #liveOnAndOn(): Promise<void> {
    const { log, backoff, startAttempts, logs } = this.#options
    const { signal } = this.#stopping
    const output = await openLog(`${logs}/${this.name}.log`)
    let waitMs: number | undefined
    while (!signal.aborted) {
      const startedAt = Date.now()
      const how = await this.#liveOnce(output)
      this.#lastEnd = how
      if (signal.aborted) break
      this.#ends += 1
      waitMs = nextDelay(backoff, waitMs, Date.now() - startedAt)
      if (!this.#wasReady && this.#ends >= startAttempts) {
        this.#givenUp = true
        break
      }
      log(`${this.name} ended (${how}); starting it again in ${waitMs / 1000} s`)
      await delay(waitMs, undefined, { signal }).catch(() => {})
    }
    await output.close()
  }

  /** Runs the process once; returns how it exited. */
  async #liveOnce(output: FileHandle): Promise<string> {
    const [command, args] = endWithParent(process.execPath, this.#spec.args)
    const child = spawn(command, args, {
      env: { ...process.env, ...this.#spec.env },
      detached: true,
      stdio: ['ignore', output.fd, output.fd, 'ipc'],
    })
    // A signal that comes too late is reported as an error, which must not end the supervisor.
    child.on('error', () => {})
    this.#child = child
    try {
      const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      return killedBy ?? `exit code ${code}`
    } catch (error) {
      return (error as Error).message
    } finally {
      this.#child = undefined
    }
  }

  async #failure(what: string): Promise<SetupError> {
    const file = `${this.#options.logs}/${this.name}.log`
    return new SetupError(`${this.name} ${what}. The end of ${file}:\n${await tailOfLog(file)}`)
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}
