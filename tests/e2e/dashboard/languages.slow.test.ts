import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '@usher/local'
import type { Page } from 'playwright-core'
import { parsePo } from 'pofile-ts'
import { WIDTHS } from './dashboard.ts'
import { useDashboard } from './during-tests.ts'
import { PAGES } from './pages.ts'

const LANGUAGES = { de: 'Deutsch', es: 'Español', fr: 'Français', ja: '日本語' }

/** Pages that show English data: names of English templates. */
const SHOWS_ENGLISH = /^\/messages\/templates/

const dashboard = useDashboard()

describe('a browser that asks for German', () => {
  test('shows the dashboard in German until another language is chosen, and keeps the choice', async () => {
    const { page, faults } = await dashboard.visit('/sign-in', { language: 'de-AT' })
    await page.getByRole('heading', { name: translationsOf('de').get('Sign in') ?? '' }).waitFor()
    expect(await languageOf(page)).toBe('de')
    await page.getByRole('combobox').selectOption({ label: 'English' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/sign-up')
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    expect([await languageOf(page), ...faults]).toEqual(['en'])
  })
})

describe('the dashboard in another language', () => {
  test.each(Object.entries(LANGUAGES))(
    'shows no catalogue text in English for %s, and every page fits a phone',
    async (language, name) => {
      const { page, faults } = await dashboard.visitAs(dashboard.usher.demo, '/queues', { width: 'phone' })
      await page.getByRole('button', { name: /Your account/ }).click()
      await page.getByRole('menuitemradio', { name }).click()
      await page.locator(`html[lang=${language}]`).waitFor()
      const translations = translationsOf(language)
      const problems: string[] = []
      for (const { path } of PAGES) {
        await page.goto(path)
        await page.locator('#main h1, #main h2').first().waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        const english = (await textsOf(page)).filter((text) => (translations.get(text) ?? text) !== text)
        if (!SHOWS_ENGLISH.test(path)) problems.push(...english.map((text) => `${path}: ${text}`))
        const width = await page.evaluate('document.documentElement.scrollWidth')
        if (width !== WIDTHS.phone) problems.push(`${path} is ${width} px wide`)
      }
      expect([...problems, ...faults]).toEqual([])
    },
  )
})

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

/** The texts on a page, each as one text node has it. */
const textsOf = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (nodes.nextNode()) texts.push(nodes.currentNode.textContent.trim())
    return texts
  })()`)

/** The texts of a language by the English ones. */
function translationsOf(language: string): ReadonlyMap<string, string> {
  const folder = join(repository, 'web/dashboard/src/language/catalogues', language)
  const files = ['first.po', 'rest.po'].map((name) => parsePo(readFileSync(join(folder, name), 'utf8')))
  return new Map(files.flatMap(({ items }) => items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? ''])))
}
