import { link, mkdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readJson, writePrivateJson } from './files.ts'
import { isKnownProcess, isStillRunning, knownProcess } from './process-identity.ts'
import { SetupError } from './provided.ts'

/**
 * Locks a home folder for this process until disposed of or the process ends. Takes over the lock of a dead process.
 *
 * @throws SetupError when a running process holds it.
 */
export async function lockHome(home: string): Promise<AsyncDisposable> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const lock = join(home, 'lock.json')
  const mine = join(home, `lock.${process.pid}`)
  await writePrivateJson(mine, await knownProcess(process.pid))
  try {
    // The second try follows the removal of a dead process's lock; after that, another process has won the race.
    for (let tries = 0; tries < 2; tries += 1) {
      // Linking fails if the file exists, so exactly one process succeeds.
      if (
        await link(mine, lock).then(
          () => true,
          () => false,
        )
      )
        return releasing(lock)
      await removeIfDead(lock, home)
    }
    throw new SetupError(`Another stack is just starting on ${home}.`)
  } finally {
    await rm(mine, { force: true })
  }
}

async function removeIfDead(lock: string, home: string): Promise<void> {
  const holder = await readJson(lock)
  if (isKnownProcess(holder) && (await isStillRunning(holder))) {
    throw new SetupError(
      `Another stack runs on ${home} (process ${holder.pid}).\n` +
        'Stop that one with Ctrl-C, or set USHER_HOME to another folder and PORT to another port.',
    )
  }
  await unlink(lock).catch(() => {})
}

function releasing(lock: string): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) }
}
