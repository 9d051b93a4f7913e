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
export const packNode = (folder: string): Promise<string> => packRoom('sdk', 'usher-sdk', folder)

/** The same of the command line, which needs the Node SDK. */
export const packCommandLine = (folder: string): Promise<string> => packRoom('cli', 'usher-cli', folder)

/** The same of the nodes for n8n. */
export const packN8n = (folder: string): Promise<string> => packRoom('n8n', 'n8n-nodes-usher', folder)

/** Packs what the `tools/build.ts` of a room writes. */
async function packRoom(room: string, name: string, folder: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'usher-node-'))
  try {
    await run(process.execPath, [join(repository, room, 'tools/build.ts'), place])
    await run('npm', ['pack', '--pack-destination', folder], place)
    return join(folder, `${name}-${VERSION}.tgz`)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
