import { until } from '@usher/test-kit'
import { captureRun } from '../../../clients/cli/test/capture-run.ts'

interface Given {
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A command that runs, as a person at a terminal sees it. */
export interface RunningCommand {
  readonly out: string
  readonly err: string
  /** Waits until this is in what it wrote. */
  shows(text: string | RegExp): Promise<string>
  /** Ends it like Ctrl-C. */
  stop(): void
  readonly exitCode: Promise<number>
}

/** Starts `usher` with these arguments, without a process of its own. */
export function startCommand(args: readonly string[], { env = {} }: Given = {}): RunningCommand {
  const { written, exitCode, stop } = captureRun(args, env)
  exitCode.catch(() => {})
  const all = () => written.out + written.err
  return {
    get out() {
      return written.out
    },
    get err() {
      return written.err
    },
    shows: async (text) =>
      await until(
        `"${text}"`,
        () => (typeof text === 'string' ? all().includes(text) : text.test(all())) && all(),
      ),
    stop,
    exitCode,
  }
}

/** Runs `usher` to its end. */
export async function command(args: readonly string[], given: Given = {}) {
  const running = startCommand(args, given)
  const exitCode = await running.exitCode
  return { exitCode, out: running.out, err: running.err }
}
