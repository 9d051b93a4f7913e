import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readJson, writePrivateJson } from './files.ts'
import { isKnownProcess, isStillRunning, knownProcess } from './process-identity.ts'

const pidFile = 'process.json'

/** Records which process works on this folder, for `endLeftover` of a later start. */
export async function rememberProcess(folder: string, pid: number): Promise<void> {
  await writePrivateJson(join(folder, pidFile), await knownProcess(pid))
}

/**
 * Ends a server that an earlier start, killed itself, left running on this folder. Gives it 10 s to exit, then kills
 * it.
 */
export async function endLeftover(folder: string): Promise<void> {
  const file = join(folder, pidFile)
  const known = await readJson(file)
  if (!isKnownProcess(known)) return
  for (let tries = 0; tries < 100 && (await isStillRunning(known)); tries += 1) {
    if (tries === 0) send(known.pid, 'SIGTERM')
    await delay(100)
  }
  if (await isStillRunning(known)) send(known.pid, 'SIGKILL')
  await unlink(file).catch(() => {})
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It exited in the meantime.
  }
}
