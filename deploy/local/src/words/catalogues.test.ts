import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parsePo } from 'pofile-ts'
import { serverCatalogues } from './catalogues.ts'

const catalogues = await serverCatalogues()

describe("given the catalogues of guests' pages and messages", () => {
  test.each(catalogues)(
    'when $path is brought up to date, then it is as it was: `npm run words` was run',
    (one) => {
      expect(readFileSync(one.path, 'utf8')).toBe(one.content)
    },
  )

  test.each(catalogues)(
    'when $path is read, then each text is translated, and for the English as it is now',
    (one) => {
      expect(one.untranslated).toEqual([])
      const { headers, items } = parsePo(one.content)
      expect(headers.Language).toBe(basename(one.path, '.po'))
      expect(items.filter(({ flags }) => flags.fuzzy).map(({ msgctxt }) => msgctxt)).toEqual([])
    },
  )
})
