import { readStat } from '../local.ts'

/** Process ids by a readable name. */
export type Pids = Readonly<Record<string, number>>

/** CPU time in µs by the same names. */
export type CpuTimes = Readonly<Record<string, number>>

/** CPU time that processes have used so far, user and system; empty without `/proc`. */
export function cpuTimes(pids: Pids): CpuTimes {
  const times = Object.entries(pids).map(([name, pid]) => [name, readStat(pid)?.cpuUs] as const)
  return Object.fromEntries(times.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** CPU µs of each process per request, between two readings. */
export function perRequest(before: CpuTimes, after: CpuTimes, requests: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? time)) / requests]),
  )
}
