import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, lastLines, runCommand, SetupError } from '@usher/local'

/**
 * Packages from npm that tests use from outside, such as programs whose licence is not for shipping: no part of the project's
 * own dependencies. Installed once, without their install scripts.
 *
 * @param packages versions by name
 * @returns the folder with their `node_modules`
 * @throws SetupError when the registry cannot be reached
 */
export async function npmPackages(packages: Readonly<Record<string, string>>): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: packages })
  const hash = createHash('sha256').update(manifest).digest('hex')
  const folder = join(cacheFolder(), `npm-${hash.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  const temporary = `${folder}.${process.pid}`
  try {
    await mkdir(temporary, { recursive: true })
    await writeFile(join(temporary, 'package.json'), manifest)
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { code, output } = await runCommand('npm', args, { cwd: temporary })
    if (code !== 0) throw new SetupError(`npm install of ${manifest} failed:\n${lastLines(output)}`)
    // Another process may have been faster.
    await rename(temporary, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
