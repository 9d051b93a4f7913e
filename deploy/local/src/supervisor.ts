import { defaultBackoff } from './backoff.ts'
import { type ProcessSpec, SupervisedProcess, type SuperviseOptions } from './supervised-process.ts'

export type SupervisorOptions = Pick<SuperviseOptions, 'logs' | 'log'> &
  Partial<SuperviseOptions> & {
    /** Aborts the start and stops what was started. */
    readonly signal?: AbortSignal | undefined
  }

/** Processes that are running and kept running. */
export interface Supervisor extends AsyncDisposable {
  /** @throws Error when there is none of this name. */
  process(name: string): SupervisedProcess
  /** Process ids of those that are up, by name. */
  pids(): Record<string, number>
  /** Stops all in reverse order and leaves none behind. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts all processes and resolves when every one is ready.
 *
 * @throws SetupError with the end of the log of the first that cannot start, after stopping the others.
 */
export async function supervise(
  specs: readonly ProcessSpec[],
  options: SupervisorOptions,
): Promise<Supervisor> {
  const { signal, ...given } = options
  const settings = { backoff: defaultBackoff, startAttempts: 3, stopGraceMs: 10_000, ...given }
  const processes = specs.map((spec) => new SupervisedProcess(spec, settings))
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopInReverse(processes)
    return stopping
  }
  try {
    signal?.throwIfAborted()
    for (const process of processes) process.start()
    await Promise.race([Promise.all(processes.map((process) => process.waitReady())), ...whenAborted(signal)])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    process: (name) => {
      const found = processes.find((process) => process.name === name)
      if (found === undefined) throw new Error(`there is no process called ${name}`)
      return found
    },
    pids: () =>
      Object.fromEntries(processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]]))),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Later processes call earlier ones, so they must be able to finish their work first. */
async function stopInReverse(processes: readonly SupervisedProcess[]): Promise<void> {
  for (const process of processes.toReversed()) await process.stop()
}

function whenAborted(signal: AbortSignal | undefined): Promise<never>[] {
  if (signal === undefined) return []
  return [
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ]
}
