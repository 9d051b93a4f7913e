import { readStat } from '../local.ts'

/** Numbers of processes by a name for people. */
export type Pids = Readonly<Record<string, number>>

/** Microseconds of processor time by the same names. */
export type CpuTimes = Readonly<Record<string, number>>

/** Processor time that processes have used so far, user and system; empty where there is no `/proc`. */
export function cpuTimes(pids: Pids): CpuTimes {
  const times = Object.entries(pids).map(([name, pid]) => [name, readStat(pid)?.cpuUs] as const)
  return Object.fromEntries(times.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** Microseconds of each process for one of so many requests, between two readings. */
export function perRequest(before: CpuTimes, after: CpuTimes, requests: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? time)) / requests]),
  )
}
