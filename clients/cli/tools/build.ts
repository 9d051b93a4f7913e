import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `node clients/cli/tools/build.ts FOLDER`: writes the published package, in JavaScript, because Node does not run the
 * TypeScript of packages.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node clients/cli/tools/build.ts FOLDER')
const cli = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const tsc = resolve(cli, '../../node_modules/.bin/tsc')
const outDir = join(folder, 'dist')
execFileSync(tsc, ['--project', join(cli, 'tsconfig.build.json'), '--outDir', outDir], { stdio: 'inherit' })
const { private: _, devDependencies: __, ...published } = read(join(cli, 'package.json'))
const { version } = read(resolve(cli, '../node/package.json'))
const manifest = {
  ...published,
  bin: { usher: 'dist/main.js' },
  files: ['dist'],
  dependencies: { ...published.dependencies, '@usher/sdk': `^${version}` },
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(cli, 'README.md'), join(folder, 'README.md'))
chmodSync(join(outDir, 'main.js'), 0o755)
