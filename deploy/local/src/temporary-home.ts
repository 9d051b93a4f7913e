import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from './processes.ts'

export interface TemporaryHome extends AsyncDisposable {
  readonly path: string
}

/**
 * A folder that is removed when disposed of. It is on the checkout's disk: the system's temporary folder may be in
 * memory, where a commit costs nothing.
 *
 * @param what names it: `usher-WHAT-…`
 */
export async function temporaryHome(what: string): Promise<TemporaryHome> {
  const parent = join(repository, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const path = await mkdtemp(join(parent, `usher-${what}-`))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
