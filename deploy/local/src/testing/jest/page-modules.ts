import { readFileSync } from 'node:fs'
import type { LoadHookSync } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Options, transformSync } from '@swc/core'
import { repository } from '../../processes.ts'

const SOURCE = pathToFileURL(join(repository, 'web/dashboard/src/')).href

/** Loads the dashboard's modules, as its bundler does. */
export const loadPage: LoadHookSync = (url, context, nextLoad) => {
  if (!url.startsWith('file:')) return nextLoad(url, context)
  const { pathname, search } = new URL(url)
  const asModule = (source: string) => ({ format: 'module', source, shortCircuit: true }) as const
  const ofText = (text: string) => asModule(`export default ${JSON.stringify(text)}`)
  if (search === '?raw') return ofText(readFileSync(fileURLToPath(url.slice(0, -search.length)), 'utf8'))
  if (pathname.endsWith('.svg')) return ofText(pathname)
  // Each class has the name that the source gives it.
  if (pathname.endsWith('.css')) return asModule('export default new Proxy({}, { get: (_, name) => name })')
  // Without a catalogue the words are those in the source.
  if (pathname.endsWith('.po')) return asModule('export const messages = {}')
  if (!url.startsWith(SOURCE) || !/\.tsx?$/.test(pathname)) return nextLoad(url, context)
  const filename = fileURLToPath(url)
  return asModule(`${META}${transformSync(readFileSync(filename, 'utf8'), { ...OPTIONS, filename }).code}`)
}

/** What Vite adds to `import.meta`; on the first line, so that source maps keep their lines. */
const META = 'Object.assign(import.meta, { env: {}, glob: () => ({}) });'

/** Makes functions of JSX, and messages of Lingui's macros. */
const OPTIONS: Options = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    experimental: {
      plugins: [['@lingui/swc-plugin', {}]],
      cacheRoot: join(repository, 'node_modules/.cache/swc'),
    },
  },
}
