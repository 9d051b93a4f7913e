import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'

/** Age in ms at which a lock is stale, whoever owns it; so is one from the future, after the clock was set back. */
const STALE_LOCK_MS = 5 * 60_000

const owner = (): string => `${hostname()} ${process.pid}`

/** Takes a lock if it is free; removes a stale one, for the next attempt. */
export async function tryLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, owner(), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (await isStale(lock)) await rm(lock, { recursive: true, force: true })
    return false
  }
}

/** Whether the owner has died. A slow owner keeps its lock: another command would use its refresh token again. */
async function isStale(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined)
  if (!found) return false
  if (Math.abs(Date.now() - found.mtimeMs) > STALE_LOCK_MS) return true
  const [host, pid] = (await readFile(lock, 'utf8').catch(() => '')).split(' ')
  return host === hostname() && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
