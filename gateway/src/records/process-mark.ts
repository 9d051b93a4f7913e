import { readFile } from 'node:fs/promises'

/** Stands for this process: its number and, where the system tells, its start, as numbers are used again. */
export const ownMark = async (): Promise<string> => `${process.pid}-${await startOf(process.pid)}`

/** Whether the process that a mark stands for still runs; false for what is no mark. */
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
    // There is one, of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Clock ticks from the start of the system to that of a process (proc(5)); empty where it is not told. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold spaces; the start is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
