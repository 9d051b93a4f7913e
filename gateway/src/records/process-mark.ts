import { readFile } from 'node:fs/promises'

/** Identifies this process by PID and, if the system tells, start time, as PIDs are reused. */
export const ownMark = async (): Promise<string> => `${process.pid}-${await startOf(process.pid)}`

/** Whether the process of a mark still runs; false for anything else. */
export async function isRunning(mark: string): Promise<boolean> {
  const [, pid, start] = /^(\d+)-(\d*)$/.exec(mark) ?? []
  if (pid === undefined) return false
  return exists(Number(pid)) && (await startOf(Number(pid))) === start
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Start time of a process in clock ticks since boot (proc(5)); empty if unknown. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold spaces; the start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
