import { rename } from 'node:fs/promises'
import type { Logger } from '@usher/service-kit'

/**
 * Reads files that earlier gateways left, one after the other, as all at once may be more than the memory holds. One that
 * cannot be read is logged and kept under another name, so that it stops neither this gateway nor the next.
 *
 * @param problem what to log of one that cannot be read
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
