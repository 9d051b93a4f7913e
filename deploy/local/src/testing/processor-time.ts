import { readStat } from '../process-stat.ts'

/**
 * Processor seconds, user and system, that a process has used, with those of its children that have ended.
 *
 * @returns 0 where there is no /proc, or the process is gone
 */
export function processorSeconds(pid: number | 'self'): number {
  const { cpuUs = 0, endedChildrenUs = 0 } = readStat(pid) ?? {}
  return (cpuUs + endedChildrenUs) / 1_000_000
}
