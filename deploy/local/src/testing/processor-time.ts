import { readStat } from '../process-stat.ts'

/**
 * CPU seconds (user and system) of a process and of its children that have exited.
 *
 * @returns 0 if there is no /proc, or the process is gone
 */
export function processorSeconds(pid: number | 'self'): number {
  const { cpuUs = 0, endedChildrenUs = 0 } = readStat(pid) ?? {}
  return (cpuUs + endedChildrenUs) / 1_000_000
}
