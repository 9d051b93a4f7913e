import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, findOnPath, type Log, runCommand, SetupError } from '@usher/local'
import { run } from './run.ts'

/** Go modules of programs that a machine may lack, at tested versions. */
const modules = {
  'docker-compose': { module: 'github.com/docker/compose/v2', version: 'v2.40.3', main: './cmd' },
  helm: { module: 'helm.sh/helm/v3', version: 'v3.22.0', main: './cmd/helm' },
  kubeconform: { module: 'github.com/yannh/kubeconform', version: 'v0.8.0', main: './cmd/kubeconform' },
} as const

/** A program: its name or path, then the arguments that always come first. */
export type Program = readonly [string, ...string[]]

/** Compose v2: the client's plug-in, else the standalone program. @throws SetupError */
export async function findCompose(log: Log): Promise<Program> {
  const { code } = await runCommand('docker', ['compose', 'version'])
  return code === 0 ? ['docker', 'compose'] : [await findTool('docker-compose', log)]
}

/**
 * Finds a program on the PATH or in the cache; builds it from its Go module if it is in neither.
 *
 * @throws SetupError when Go is missing too
 */
export async function findTool(name: keyof typeof modules, log: Log): Promise<string> {
  const { version } = modules[name]
  const cached = join(cacheFolder(), 'tools', `${name}-${version}`)
  const present = findOnPath(name) ?? (existsSync(cached) ? cached : undefined)
  if (present) return present
  if (!findOnPath('go')) throw new SetupError(`${name} is not on the PATH, and there is no Go to build it`)
  log(`building ${name} ${version}`)
  await build(name, cached)
  return cached
}

/** Builds in a copy of the module: `go install` refuses modules with replace directives. */
async function build(name: keyof typeof modules, target: string): Promise<void> {
  const { module, version, main } = modules[name]
  const folder = await mkdtemp(join(tmpdir(), `usher-${name}-`))
  try {
    await cp(await goModule(module, version), folder, { recursive: true })
    await run('chmod', ['-R', 'u+w', folder])
    await mkdir(join(target, '..'), { recursive: true })
    await run('nice', ['go', 'build', '-p', '1', '-o', target, main], { cwd: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The folder of a Go module, downloaded if missing. */
export async function goModule(module: string, version: string): Promise<string> {
  const answer = await run('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: tmpdir() })
  return (JSON.parse(answer) as { Dir: string }).Dir
}
