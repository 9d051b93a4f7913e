import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const STATIC_IMPORT = /^(?:import|export)(?! type)[^'"]*? from '(\.[^']+\.tsx?)'/gm

/** The modules that come with the app's first load, found by their static imports. */
function firstModules(
  path = join(import.meta.dirname, 'src/main.tsx'),
  found = new Set<string>(),
): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)) {
    firstModules(join(dirname(path), imported), found)
  }
  return found
}

const first = [...firstModules()].map((path) => relative(import.meta.dirname, path))
const isFirst = new Set(first)
const rest = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (path) => !isFirst.has(path) && !/\.test\.|^src\/testing\//.test(path),
)

/** Two catalogues for each language: the words of the first load, and those that `loadPart` loads. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr', 'ja'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/src/language/catalogues/{locale}/first', include: first },
    { path: '<rootDir>/src/language/catalogues/{locale}/rest', include: rest },
  ],
  format: formatter({ lineNumbers: false }),
})
