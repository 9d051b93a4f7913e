import { copyFile, glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastLines, runCommand, SetupError } from '@usher/local'
import { packNode } from '../tools/pack/npm.ts'
import { startDriver } from './conformance/driver.ts'
import { describeConformance } from './conformance/suite.ts'
import { unlessMissing } from './conformance/unless-missing.ts'

const folder = await mkdtemp(join(tmpdir(), 'usher-runtimes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const tarball = await packNode(folder)

interface Runtime {
  readonly name: string
  /** What npm installs. */
  readonly packages: readonly string[]
  /** Where its program is then. */
  readonly program: string
  readonly args: readonly string[]
  readonly version: RegExp
}

const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Node 20',
    packages: [`node-${process.platform}-${process.arch}@20`],
    program: 'node-*/bin/node',
    args: [],
    version: /^v20\./,
  },
  {
    name: 'Deno',
    packages: ['deno@2.9.6'],
    program: '@deno/*/deno',
    args: ['run', '-A'],
    version: /^deno 2\./,
  },
  { name: 'Bun', packages: ['bun@1.4.5'], program: '@oven/*/bin/bun', args: [], version: /^1\./ },
]

interface Installed {
  readonly home: string
  readonly program: string
}

/** Installs the packed SDK and a runtime beside it, without scripts of installation. */
async function install({ name, packages, program, version }: Runtime): Promise<Installed> {
  const home = await mkdtemp(join(folder, 'runtime-'))
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  await copyFile(tarball, join(home, 'usher-sdk.tgz'))
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runCommand('npm', ['install', ...quiet, './usher-sdk.tgz', ...packages], {
    cwd: home,
  })
  if (code !== 0) throw new SetupError(`npm could not install ${name}:\n${lastLines(output)}`)
  await copyFile(new URL('./conformance/drivers/node.mjs', import.meta.url), join(home, 'driver.mjs'))
  // There may be builds for several kinds of processor.
  for await (const found of glob(program, { cwd: join(home, 'node_modules') })) {
    const path = join(home, 'node_modules', found)
    const asked = await runCommand(path, ['--version'])
    if (asked.code === 0 && version.test(asked.stdout)) return { home, program: path }
  }
  throw new SetupError(`${name} does not run on this machine`)
}

for (const runtime of RUNTIMES) {
  const { value: installed, lack } = await unlessMissing(runtime.name, () => install(runtime))
  const { home: cwd, program } = installed ?? { home: '', program: '' }
  ;(lack ? describe.skip : describe)(`the SDK in ${runtime.name}`, () => {
    describeConformance(`packed Node SDK in ${runtime.name}`, async () =>
      startDriver(program, [...runtime.args, join(cwd, 'driver.mjs')], { cwd }),
    )
  })
}
