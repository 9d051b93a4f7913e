import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastLines, repository, runCommand, SetupError } from '@usher/local'

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

async function run(command: string, args: readonly string[], cwd?: string): Promise<void> {
  const { code, output } = await runCommand(command, args, cwd === undefined ? {} : { cwd })
  if (code !== 0) throw new SetupError(`${command} ${args[0]} ended with ${code}:\n${lastLines(output, 20)}`)
}
