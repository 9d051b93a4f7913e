import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../provided.ts'

const everyMs = 3_000

/**
 * Runs a download into a folder and logs its progress: at the start, every three seconds with the megabytes received,
 * and at the end.
 */
export async function withProgress<T>(
  what: string,
  folder: string,
  log: Log,
  download: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0)
  log(`Fetching ${what}, once; the cache keeps it`)
  const timer = setInterval(async () => {
    log(`  ${what}: ${await megabytesIn(folder)} MB after ${seconds()} s`)
  }, everyMs)
  try {
    const result = await download()
    log(`  ${what}: done after ${seconds()} s`)
    return result
  } finally {
    clearInterval(timer)
  }
}

async function megabytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(entries.map((entry) => sizeOf(join(folder, entry))))
  return (sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(0)
}

/** Bytes of a file; 0 for a folder, or a file renamed in the meantime. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : 0
}
