import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parsePo } from 'pofile-ts'
import { serverCatalogues } from './catalogues.ts'

const catalogues = await serverCatalogues()

describe('the catalogues of guest pages and messages', () => {
  test.each(catalogues)('$path is up to date with `npm run words`', (one) => {
    expect(readFileSync(one.path, 'utf8')).toBe(one.content)
  })

  test.each(catalogues)('$path translates every current text, and no translation is marked fuzzy', (one) => {
    expect(one.untranslated).toEqual([])
    const { headers, items } = parsePo(one.content)
    expect(headers.Language).toBe(basename(one.path, '.po'))
    expect(items.filter(({ flags }) => flags.fuzzy).map(({ msgctxt }) => msgctxt)).toEqual([])
  })
})
