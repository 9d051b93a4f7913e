import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '@usher/local'
import { run } from './run.ts'
import { VERSION } from './version.ts'

/** Packs a package into a folder, as npm installs it; returns the path of the tarball. */
type Pack = (folder: string) => Promise<string>

/** @param build path of the script that writes the published package */
const packNpm =
  (name: string, build: string): Pack =>
  async (folder) => {
    const place = await mkdtemp(join(tmpdir(), `${name}-`))
    try {
      await run(process.execPath, [join(repository, build), place])
      await run('npm', ['pack', '--pack-destination', folder], place)
      return join(folder, `${name}-${VERSION}.tgz`)
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }

/** The Node SDK. */
export const packNode = packNpm('usher-sdk', 'clients/node/tools/build.ts')

/** The command line, which needs the Node SDK of the same release. */
export const packCli = packNpm('usher-cli', 'clients/cli/tools/build.ts')

/** The nodes for n8n. */
export const packN8n = packNpm('n8n-nodes-usher', 'clients/n8n/tools/build.ts')
