import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from '@usher/service-kit'
import { LOSS_SUFFIX, UNFINISHED_SUFFIX } from './loss-file.ts'
import { readLeft } from './read-left.ts'
import { SEGMENT_SUFFIX, type Segment, UNREADABLE } from './segment.ts'

/** A gateway's folder for records that the broker has not confirmed. */
export interface SpoolFolder {
  readonly path: string
  /** Segments left by earlier gateways, oldest first. */
  readonly adopted: readonly Segment[]
  /** Loss files of earlier gateways. */
  readonly adoptedLosses: readonly string[]
  /** Leaves the content to the next gateway. */
  release(): Promise<void>
}

/** Prefix of a folder that nobody owns. */
const LEFT = 'left'

/**
 * Creates a folder for this gateway and moves in the segments of gateways that have ended. A folder's name identifies
 * its owner (`PID-START.UUID`), so it is never without one. PIDs are unique within one system only: gateways on
 * several machines or pods need a root each.
 *
 * @throws Error of the file system
 */
export async function claimSpoolFolder(root: string, log: Logger): Promise<SpoolFolder> {
  const path = join(root, `${await ownMark()}.${randomUUID()}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const files = await adoptAll(root, path)
  const segments = files.filter((file) => file.endsWith(SEGMENT_SUFFIX)).sort()
  return {
    path,
    adopted: await readLeft(segments, segmentAt, { log, problem: UNREADABLE }),
    adoptedLosses: files.filter((file) => file.endsWith(LOSS_SUFFIX)),
    async release() {
      if (!(await removeIfEmpty(path))) await rename(path, join(root, `${LEFT}.${randomUUID()}`))
    },
  }
}

/** Returns the new paths of dead gateways' files. */
async function adoptAll(root: string, own: string): Promise<string[]> {
  const adopted: string[] = []
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || (await isRunning(entry.name.split('.')[0] ?? ''))) continue
    adopted.push(...(await adopt(join(root, entry.name), own)))
  }
  return adopted
}

/** If two gateways adopt at once, each file goes to the one that renames it first. */
async function adopt(folder: string, own: string): Promise<string[]> {
  const adopted: string[] = []
  for (const file of await readdir(folder).catch(() => [])) {
    if (file.endsWith(UNFINISHED_SUFFIX)) await rm(join(folder, file), { force: true })
    if (!file.endsWith(SEGMENT_SUFFIX) && !file.endsWith(LOSS_SUFFIX)) continue
    const path = join(own, file)
    const isMine = await rename(join(folder, file), path).then(
      () => true,
      () => false,
    )
    if (isMine) adopted.push(path)
  }
  await removeIfEmpty(folder)
  return adopted
}

async function segmentAt(path: string): Promise<Segment> {
  const content = await readFile(path, 'latin1')
  const name = basename(path, SEGMENT_SUFFIX)
  return { path, name, records: content.split('\n').length - 1, bytes: content.length }
}

/** Whether the folder is gone: it was empty, or somebody removed it. */
const removeIfEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

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
