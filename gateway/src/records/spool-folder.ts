import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning, ownMark } from './process-mark.ts'
import { SEGMENT_SUFFIX, type Segment } from './segment.ts'

/** The folder in which one gateway keeps the records that the broker has not confirmed. */
export interface SpoolFolder {
  readonly path: string
  /** Segments that earlier gateways left, oldest first. */
  readonly adopted: readonly Segment[]
  /** Leaves what is there to the next gateway. */
  release(): Promise<void>
}

/** What the name of a folder begins with that nobody holds. */
const LEFT = 'left'

/**
 * Makes a folder for this gateway and moves the segments of those that have ended into it. The name of a
 * folder tells whose it is (`PID-START.UUID`), so there is no moment at which it is nobody's. Processes are
 * told apart by the numbers of one system: gateways of several machines or pods need a root each.
 *
 * @throws Error of the file system
 */
export async function claimSpoolFolder(root: string): Promise<SpoolFolder> {
  const path = join(root, `${await ownMark()}.${randomUUID()}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const adopted = await adoptAll(root, path)
  return {
    path,
    adopted: adopted.sort((a, b) => (a.name < b.name ? -1 : 1)),
    async release() {
      if (!(await removeIfEmpty(path))) await rename(path, join(root, `${LEFT}.${randomUUID()}`))
    },
  }
}

async function adoptAll(root: string, own: string): Promise<Segment[]> {
  const adopted: Segment[] = []
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || (await isRunning(entry.name.split('.')[0] ?? ''))) continue
    adopted.push(...(await adopt(join(root, entry.name), own)))
  }
  return adopted
}

/** Of two gateways that adopt at once, each segment goes to the one whose renaming comes first. */
async function adopt(folder: string, own: string): Promise<Segment[]> {
  const adopted: Segment[] = []
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith(SEGMENT_SUFFIX)) continue
    const path = join(own, file)
    const isMine = await rename(join(folder, file), path).then(
      () => true,
      () => false,
    )
    if (isMine) adopted.push(await segmentAt(path, file.slice(0, -SEGMENT_SUFFIX.length)))
  }
  await removeIfEmpty(folder)
  return adopted
}

async function segmentAt(path: string, name: string): Promise<Segment> {
  const content = await readFile(path, 'latin1')
  return { path, name, records: content.split('\n').length - 1, bytes: content.length }
}

/** Whether the folder is gone: because it was empty, or because somebody removed it. */
const removeIfEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
