import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@usher/local'

/** A separate disk that can be filled. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Why it cannot be filled: it is only a folder on the shared disk. */
  readonly whyNot?: string
  /** Fills it to the last byte. */
  fill(): Promise<void>
  free(): Promise<void>
}

/** Sparse: takes up only what is written. */
const SIZE = '4G'

/** A file in the folder, mounted as a disk (ext4); a plain folder if mounting is not allowed. */
export async function provideSmallDisk(home: string): Promise<SmallDisk> {
  const path = join(home, 'disk')
  const image = join(home, 'disk.img')
  await mkdir(path)
  const whyNot = await problemWith([
    ['truncate', '--size', SIZE, image],
    ['mkfs.ext4', '-q', '-m', '0', image],
    ['mount', '-o', 'loop', image, path],
  ])
  if (whyNot !== undefined) return plainFolder(path, whyNot)
  const filler = join(path, 'filler')
  return {
    path,
    async fill() {
      await mkdir(filler)
      // Other processes keep writing and freeing space.
      for (let part = 0; (await statfs(path)).bavail > 0; part++) {
        await runCommand('fallocate', ['--length', SIZE, join(filler, String(part))])
      }
    },
    free: () => rm(filler, { recursive: true, force: true }),
    async [Symbol.asyncDispose]() {
      const { code, output } = await runCommand('umount', [path])
      if (code !== 0) throw new Error(`the small disk could not be unmounted: ${output}`)
    },
  }
}

function plainFolder(path: string, whyNot: string): SmallDisk {
  const cannot = () => Promise.reject(new Error(whyNot))
  return { path, whyNot, fill: cannot, free: cannot, [Symbol.asyncDispose]: async () => {} }
}

/** The output of the first command that fails; undefined if none does. */
async function problemWith(
  commands: readonly (readonly [string, ...string[]])[],
): Promise<string | undefined> {
  for (const [command, ...args] of commands) {
    const { code, output } = await runCommand(command, args)
    if (code !== 0) return `it takes a disk of its own, and ${command} has failed (${output.trim()})`
  }
  return undefined
}
