import { readFile } from 'node:fs/promises'

/** `/proc` counts in ticks of USER_HZ, which is 100 on every architecture that Node runs on (proc(5), time(7)). */
const MICROSECONDS_PER_TICK = 10_000

/** Numbers of processes by a name for people. */
export type Pids = Readonly<Record<string, number>>

/** Microseconds of processor time by the same names. */
export type CpuTimes = Readonly<Record<string, number>>

/** Processor time that processes have used so far, user and system; empty where there is no `/proc`. */
export async function cpuTimes(pids: Pids): Promise<CpuTimes> {
  const times = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => [name, await cpuTime(pid)] as const),
  )
  return Object.fromEntries(times.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** Microseconds of each process for one of so many requests, between two readings. */
export function perRequest(before: CpuTimes, after: CpuTimes, requests: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? time)) / requests]),
  )
}

async function cpuTime(pid: number): Promise<number | undefined> {
  return (await readStat(pid))?.cpuUs
}

/** What `/proc/PID/stat` tells of a process. */
export interface ProcessStat {
  readonly parent: number
  /** Processor time of the process itself, user and system. */
  readonly cpuUs: number
  /** The same of the children that have ended and were waited for. */
  readonly endedChildrenUs: number
}

/** Reads `/proc/PID/stat`; undefined when there is no such process. */
export async function readStat(pid: number): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined ? undefined : parseStat(stat)
}

/** Parses a line of `/proc/PID/stat`. */
export function parseStat(stat: string): ProcessStat {
  // The second field, the name in parentheses, may hold spaces; ppid is field 4, utime to cstime are 14 to 17 (proc(5)).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return {
    parent: fields[1] ?? 0,
    cpuUs: (user + system) * MICROSECONDS_PER_TICK,
    endedChildrenUs: (endedUser + endedSystem) * MICROSECONDS_PER_TICK,
  }
}
