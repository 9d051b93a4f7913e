import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'

/** No command holds a lock for longer, in ms; nor one from the future, after the clock was set back. */
const LONGEST_MS = 5 * 60_000

const owner = (): string => `${hostname()} ${process.pid}`

/** Takes a lock, or removes one whose owner has died, so that it can be taken the next time. */
export async function isTaken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, owner(), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (await isLeft(lock)) await rm(lock, { recursive: true, force: true })
    return false
  }
}

/** Whether the command that took it has died. A slow one lives: whoever went on beside it would use its token again. */
async function isLeft(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined)
  if (!found) return false
  if (Math.abs(Date.now() - found.mtimeMs) > LONGEST_MS) return true
  const [host, pid] = (await readFile(lock, 'utf8').catch(() => '')).split(' ')
  return host === hostname() && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is of somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
