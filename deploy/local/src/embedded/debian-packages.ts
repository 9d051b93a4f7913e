import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolderOnce, verifySha256 } from '../files.ts'
import { findOnPath } from '../programs.ts'
import { type Log, type ProvideOptions, SetupError } from '../provided.ts'
import { lastLines, runCommand } from '../run-command.ts'
import { withProgress } from './download-progress.ts'

/**
 * Unpacks Debian packages into the cache, without installing them and without root.
 *
 * @param name what they are for; names the folder together with this Debian's version.
 * @param prepare changes the unpacked files before the folder appears under its final path (`root`).
 * @returns the folder that stands for `/`.
 * @throws SetupError when apt is missing or cannot fetch them.
 */
export async function debianPackages(
  name: string,
  packages: readonly string[],
  options: ProvideOptions,
  prepare?: (unfinished: string, root: string) => Promise<void>,
): Promise<string> {
  const folder = join(options.cache, `${name}-${await distribution()}`)
  const root = join(folder, 'root')
  await makeFolderOnce(folder, async (unfinished) => {
    if (findOnPath('apt-get') === undefined || findOnPath('dpkg-deb') === undefined) {
      throw new SetupError('this system has no apt-get to fetch it with')
    }
    const download = join(unfinished, 'download')
    await mkdir(download)
    await withProgress(`${name} (${packages.length} Debian packages)`, download, options.log, () =>
      fetchPackages(packages, download, options),
    )
    await unpackAll(download, join(unfinished, 'root'))
    await prepare?.(join(unfinished, 'root'), root)
  })
  return root
}

async function distribution(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const field = (key: string) => release.match(new RegExp(`^${key}="?([^"\n]+)`, 'm'))?.[1] ?? ''
  return `${field('ID')}${field('VERSION_ID')}-${process.arch}`
}

async function fetchPackages(
  packages: readonly string[],
  folder: string,
  options: ProvideOptions,
): Promise<void> {
  const { log, signal } = options
  const env = { ...(options.env ?? process.env), LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }
  const apt: Apt = (settings, args) =>
    runCommand('apt-get', [...settings, ...args], { cwd: folder, env, signal })

  const withSystemLists = ['-o', 'APT::Sandbox::User=root']
  let settings = withSystemLists
  let result = await apt(settings, ['download', ...packages])
  if (result.code !== 0) {
    settings = [...withSystemLists, ...(await privateLists(apt, options))]
    result = await apt(settings, ['download', ...packages])
  }
  if (result.code !== 0) {
    throw new SetupError(
      `apt-get ended with code ${result.code}:\n${lastLines(result.output)}\nIs there a way to the network?`,
    )
  }
  await verifyAll(folder, settings, log)
}

type Apt = (settings: readonly string[], args: readonly string[]) => ReturnType<typeof runCommand>

/**
 * Keeps package lists no older than a day in the cache.
 *
 * @returns settings that make apt use them instead of folders only root may write to.
 */
async function privateLists(apt: Apt, { cache, log }: ProvideOptions): Promise<string[]> {
  const settings = (folder: string) => [
    ...['-o', `Dir::State::lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${join(folder, 'cache')}`],
    ...['-o', 'Acquire::GzipIndexes=true', '-o', 'Acquire::Languages=none'],
  ]
  const folder = join(cache, `apt-${new Date().toISOString().slice(0, 10)}`)
  await makeFolderOnce(folder, async (unfinished) => {
    log('  The package lists of this system are missing or old; fetching lists into the cache')
    await mkdir(join(unfinished, 'lists', 'partial'), { recursive: true })
    await mkdir(join(unfinished, 'cache', 'archives', 'partial'), { recursive: true })
    // Continue if one of several sources is unreachable: the download shows whether it mattered.
    await apt(settings(unfinished), ['update'])
  })
  return settings(folder)
}

/**
 * Compares every package with the hash pinned for its version. For a version newer than the pinned list, uses the hash
 * from the index that Debian signed and apt verified.
 */
async function verifyAll(folder: string, settings: readonly string[], log: Log): Promise<void> {
  const pinnedSums = await pinned()
  const newer: string[] = []
  for (const file of await packageFiles(folder)) {
    const id = decodeURIComponent(basename(file, '.deb'))
    const sum = pinnedSums[id]
    if (sum === undefined) newer.push(id)
    await verifySha256(file, sum ?? (await signedSum(id, settings)))
  }
  if (newer.length > 0) {
    log(`  not pinned here, checked against Debian's signed index instead: ${newer.join(', ')}`)
  }
}

/** SHA-256 by `package_version_architecture`, for the versions known here. */
async function pinned(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'debian-checksums.json'), 'utf8'))
}

async function signedSum(id: string, settings: readonly string[]): Promise<string> {
  const [name, version] = id.split('_')
  const { output } = await runCommand('apt-cache', [
    ...settings,
    'show',
    '--no-all-versions',
    `${name}=${version}`,
  ])
  const sum = output.match(/^SHA256: ([0-9a-f]{64})$/m)?.[1]
  if (sum === undefined) throw new SetupError(`the signed index has no SHA-256 for ${id}, so it was not used`)
  return sum
}

async function unpackAll(download: string, root: string): Promise<void> {
  await mkdir(root)
  for (const file of await packageFiles(download)) {
    const { code, output } = await runCommand('dpkg-deb', ['-x', file, root])
    if (code !== 0) throw new SetupError(`${basename(file)} could not be unpacked:\n${lastLines(output)}`)
  }
}

async function packageFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.deb')).map((name) => join(folder, name))
}
