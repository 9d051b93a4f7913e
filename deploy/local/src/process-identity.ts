import { readFile } from 'node:fs/promises'
import { readStat } from './process-stat.ts'
import { runCommand } from './run-command.ts'

/** A process that was seen once: its number alone may belong to another one later. */
export interface KnownProcess {
  readonly pid: number
  /** Differs between two processes that had the same number. */
  readonly identity: string
}

/** Notes a running process so that `isStillRunning` recognises it later, even from another run. */
export async function knownProcess(pid: number): Promise<KnownProcess> {
  return { pid, identity: await identityOf(pid) }
}

/** Whether this very process still runs. */
export async function isStillRunning(known: KnownProcess): Promise<boolean> {
  return known.identity !== '' && (await identityOf(known.pid)) === known.identity
}

/** Checks data that was read from a file. */
export function isKnownProcess(value: unknown): value is KnownProcess {
  const { pid, identity } = (value ?? {}) as Partial<KnownProcess>
  return Number.isInteger(pid) && Number(pid) > 1 && typeof identity === 'string'
}

/** When it was started, as exactly as the system tells; empty when there is no such process. */
async function identityOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const { code, output } = await runCommand('ps', ['-o', 'lstart=', '-p', String(pid)])
    return code === 0 ? output.trim() : ''
  }
  const stat = readStat(pid)
  if (!stat || stat.state === 'Z') return ''
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()}/${stat.startTicks}`
}
