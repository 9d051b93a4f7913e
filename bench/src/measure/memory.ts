import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pids } from './cpu.ts'

const EVERY_MS = 250

/** Resident memory in MB by process name. */
export type Memory = Readonly<Record<string, number>>

/** Current resident memory of processes; empty without `/proc`. */
export async function memoryOf(pids: Pids): Promise<Memory> {
  const all = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => [name, await residentMegabytes(pid)] as const),
  )
  return Object.fromEntries(all.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** Peak memory of each process while some work runs. */
export async function peakMemory(pids: Pids, work: () => Promise<void>): Promise<Memory> {
  const peak: Record<string, number> = {}
  const over = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      for (const [name, megabytes] of Object.entries(await memoryOf(pids)))
        peak[name] = Math.max(peak[name] ?? 0, megabytes)
      await delay(EVERY_MS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const watching = watch()
  try {
    await work()
  } finally {
    over.abort()
    await watching
  }
  return peak
}

async function residentMegabytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
