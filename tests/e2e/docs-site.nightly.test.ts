import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { SharedDocs } from '@usher/local'
import { askOnDemand } from '@usher/test-kit'
import { accessibilityFaults } from './accessibility.ts'
import { type DocsBrowser, openDocs } from './docs-browser.ts'
import { useSharedUsher } from './shared-usher.ts'

/** A paragraph in a column of a phone; a column of single letters is several times as high. */
const MAX_CELL_PX = 450

const TALLEST_CELL = "Math.max(0, ...[...document.querySelectorAll('td')].map((cell) => cell.offsetHeight))"

let docs: DocsBrowser
let paths: string[]
beforeAll(async () => {
  const [usher, { folder }] = await Promise.all([useSharedUsher(), askOnDemand<SharedDocs>('/docs')])
  docs = await openDocs(usher.stack.url)
  paths = globSync('**/index.html', { cwd: join(folder, 'docs') }).map((path) =>
    `/docs/${path}`.replace(/\/index\.html$/, ''),
  )
})
afterAll(() => docs?.[Symbol.asyncDispose]())

describe('all pages of the documentation', () => {
  test.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'are accessible on a %s, %s, fit the width and obey the content security policy',
    async (width, theme) => {
      expect(paths.length).toBeGreaterThan(40)
      const { page, faults } = await docs.visit('/docs', { width, theme })
      const found: string[] = []
      for (const path of paths) {
        await page.goto(path)
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        const tallest = await page.evaluate<number>(TALLEST_CELL)
        const unfit = [
          ...(wider === 0 ? [] : [`${wider} pixels too wide`]),
          ...(tallest <= MAX_CELL_PX ? [] : [`a cell of ${tallest} pixels, as its column has no width`]),
        ]
        for (const fault of [...unfit, ...(await accessibilityFaults(page))]) found.push(`${path}: ${fault}`)
      }
      expect(found).toEqual([])
      expect(faults).toEqual([])
    },
  )
})
