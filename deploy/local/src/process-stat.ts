import { readFileSync } from 'node:fs'

/** `/proc` counts in ticks of USER_HZ, which is 100 on every architecture that Node runs on (proc(5), time(7)). */
const MICROSECONDS_PER_TICK = 10_000

/** The contents of `/proc/PID/stat`. */
export interface ProcessStat {
  /** One letter; `Z` is a zombie: exited but not waited for. */
  readonly state: string
  readonly parent: number
  /** Processor time of the process itself, user and system. */
  readonly cpuUs: number
  /** CPU time of children that exited and were waited for. */
  readonly endedChildrenUs: number
  /** Start time, in ticks since boot. */
  readonly startTicks: number
}

/** Reads `/proc/PID/stat`; undefined when there is no such process, or no `/proc`. */
export function readStat(pid: number | 'self'): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined
  }
}

/** Parses a line of `/proc/PID/stat`. */
export function parseStat(stat: string): ProcessStat {
  // The second field, the name in parentheses, may hold spaces; state is field 3, utime to cstime are 14 to 17,
  // starttime is 22 (proc(5)).
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const numbers = rest.map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = numbers.slice(10, 14)
  return {
    state,
    parent: numbers[0] ?? 0,
    cpuUs: (user + system) * MICROSECONDS_PER_TICK,
    endedChildrenUs: (endedUser + endedSystem) * MICROSECONDS_PER_TICK,
    startTicks: numbers[18] ?? 0,
  }
}
