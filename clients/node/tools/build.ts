import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `node clients/node/tools/build.ts FOLDER`: writes the published package, in JavaScript, because Node does not run the
 * TypeScript of packages.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node clients/node/tools/build.ts FOLDER')
const sdk = resolve(import.meta.dirname, '..')
const tsc = resolve(sdk, '../../node_modules/.bin/tsc')
execFileSync(tsc, ['--project', join(sdk, 'tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' })
const {
  private: _,
  devDependencies: __,
  ...published
} = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'))
const entry = (folder: string) => ({ types: `${folder}/index.d.ts`, default: `${folder}/index.js` })
const exports = { '.': entry('.'), './client': entry('./client') }
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...published, exports }, null, 2)}\n`)
copyFileSync(join(sdk, 'README.md'), join(folder, 'README.md'))
