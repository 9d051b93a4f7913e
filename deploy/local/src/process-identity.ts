import { readFile } from 'node:fs/promises'
import { readStat } from './process-stat.ts'
import { runCommand } from './run-command.ts'

/** A process seen before: its pid alone may be reused by another. */
export interface KnownProcess {
  readonly pid: number
  /** Differs between two processes with the same pid. */
  readonly identity: string
}

/** Identifies a running process so that `isStillRunning` recognises it later, even in another run. */
export async function knownProcess(pid: number): Promise<KnownProcess> {
  return { pid, identity: await identityOf(pid) }
}

/** Whether this very process is still running. */
export async function isStillRunning(known: KnownProcess): Promise<boolean> {
  return known.identity !== '' && (await identityOf(known.pid)) === known.identity
}

/** Validates data read from a file. */
export function isKnownProcess(value: unknown): value is KnownProcess {
  const { pid, identity } = (value ?? {}) as Partial<KnownProcess>
  return Number.isInteger(pid) && Number(pid) > 1 && typeof identity === 'string'
}

/** Start time, as exactly as the system reports it; empty when there is no such process. */
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
