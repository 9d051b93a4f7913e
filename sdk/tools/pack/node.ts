import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '@usher/local'
import { run } from './run.ts'

const VERSION = '0.1.0'

/**
 * Packs the Node SDK into a folder, as npm installs it.
 *
 * @returns the path of the tarball
 */
export async function packNode(folder: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'usher-node-'))
  try {
    await run(process.execPath, [join(repository, 'sdk/tools/build.ts'), place])
    await run('npm', ['pack', '--pack-destination', folder], place)
    return join(folder, `usher-sdk-${VERSION}.tgz`)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
