import { readFileSync } from 'node:fs'

/** Linux counts in these, whatever the kernel's own rate is (proc(5)). */
const TICKS_PER_SECOND = 100

/**
 * Processor seconds, user and system, that a process has used, with those of its children that have ended.
 *
 * @returns 0 where there is no /proc, or the process is gone
 */
export function processorSeconds(pid: number | 'self'): number {
  try {
    // After the name, which may hold spaces and parentheses; utime to cstime are fields 14 to 17 (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
