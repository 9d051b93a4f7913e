import { rename } from 'node:fs/promises'
import type { Logger } from '@usher/service-kit'

/**
 * Reads files left by earlier gateways, one at a time, as together they may exceed memory. An unreadable file is
 * logged and renamed, so that it stops neither this gateway nor the next.
 *
 * @param problem message to log for an unreadable file
 */
export async function readLeft<Content>(
  paths: readonly string[],
  read: (path: string) => Promise<Content>,
  { log, problem }: { readonly log: Logger; readonly problem: string },
): Promise<Content[]> {
  const contents: Content[] = []
  for (const path of paths) {
    try {
      contents.push(await read(path))
    } catch (err) {
      const kept = `${path}.unreadable`
      await rename(path, kept).catch(() => {})
      log.error({ err, kept }, problem)
    }
  }
  return contents
}
