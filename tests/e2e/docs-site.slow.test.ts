import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SharedDocs } from '@usher/local'
import { askOnDemand } from '@usher/test-kit'
import { accessibilityFaults } from './accessibility.ts'
import { type DocsBrowser, openDocs } from './docs-browser.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let url: string
let folder: string
let docs: DocsBrowser
let usher: Usher
beforeAll(async () => {
  const [shared, built] = await Promise.all([useSharedUsher(), askOnDemand<SharedDocs>('/docs')])
  usher = shared
  url = usher.stack.url
  folder = join(built.folder, 'docs')
  docs = await openDocs(url)
})
afterAll(() => docs?.[Symbol.asyncDispose]())

const read = async (path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, text: await answer.text() }
}

describe('the documentation served by Usher', () => {
  test('has each page of llms.txt as Markdown and as HTML', async () => {
    const list = (await read('/llms.txt')).text
    const paths = [...list.matchAll(/\]\((\/docs\/\S+)\.md\)/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) {
      const twin = await read(`${path}.md`)
      expect([path, twin.status]).toEqual([path, 200])
      const title = /^# (.+)/.exec(twin.text)?.[1] ?? 'none'
      const page = await read(path.replace(/\/index$/, ''))
      expect([path, page.status, page.text.includes(`<title>${title}`)]).toEqual([path, 200, true])
    }
  })

  test('has no broken links', async () => {
    const pages = globSync('**/*.html', { cwd: folder })
    const html = new Map(pages.map((path) => [addressOf(path), readFileSync(join(folder, path), 'utf8')]))
    expect(html.size).toBeGreaterThan(40)
    const links = new Set<string>()
    for (const [page, text] of html)
      for (const link of linksIn(text)) links.add(new URL(link, url + page).href)
    const broken = []
    for (const link of links) {
      const { origin, protocol, hostname, pathname, hash } = new URL(link)
      if (origin !== url) {
        // Other sites are not asked: tests need no network.
        if (protocol !== 'https:' || !/^[a-z\d-]+(\.[a-z-]+)+$/.test(hostname) || /example/.test(hostname))
          broken.push(link)
        continue
      }
      const page = html.get(pathname)
      const isThere =
        page === undefined
          ? (await fetch(link)).ok
          : hash === '' || page.includes(` id="${decodeURIComponent(hash.slice(1))}"`)
      if (!isThere) broken.push(link)
    }
    expect(broken).toEqual([])
  })

  test('has no inline styles or handlers, which the content security policy forbids', () => {
    const texts = globSync('**/*.html', { cwd: folder }).map((path) =>
      // What a button copies is a text, and may be a page.
      readFileSync(join(folder, path), 'utf8').replaceAll(/data-code="[^"]*"/g, ''),
    )
    const tags = texts.flatMap((text) => text.match(/<[a-z][^>]* style="[^>]*>|<style|\son[a-z]+="/g) ?? [])
    expect([...new Set(tags)]).toEqual([])
  })

  test('finds a page by a search that runs only in the browser', async () => {
    const { page, faults } = await docs.visit('/docs', { width: 'desktop', theme: 'light' })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('idempotency key')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Idempotency/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Idempotency and concurrent changes' }).waitFor()
    expect(faults).toEqual([])
  })

  test("sends an operation with the reader's key, and shows the answer", async () => {
    const { page, faults } = await docs.visit('/docs/reference/queues', { width: 'phone', theme: 'light' })
    const createQueue = page.locator('a[href="/docs/reference/try?operation=createQueue"]')
    await createQueue.click()
    await page.getByLabel('API key or access token').fill(usher.demo.api_key)
    await page.getByRole('textbox', { name: 'Body (JSON)' }).fill('{"name":"Tried"}')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').getByText('201').waitFor()
    const answer = page.getByRole('region', { name: 'Answer' })
    const { id } = JSON.parse((await answer.textContent()) ?? '')
    await page.getByLabel('Operation').selectOption('getQueue')
    await page.getByRole('textbox', { name: /^id/ }).fill(id)
    await page.getByRole('button', { name: 'Send' }).click()
    await answer.getByText('"name": "Tried"').waitFor()
    expect(faults).toEqual([])
  })

  test('prints a stream as it arrives until it is stopped, or another request is sent', async () => {
    const { body: queue } = await usher.api('POST', '/v1/queues', { body: { name: 'Streamed' } })
    const { page, faults } = await docs.visit('/docs/reference/try?operation=streamQueue', {
      width: 'phone',
      theme: 'light',
    })
    const send = page.getByRole('button', { name: 'Send' })
    const stop = page.getByRole('button', { name: 'Stop' })
    const status = page.getByRole('status')
    const answer = page.getByRole('region', { name: 'Answer' })
    await page.getByLabel('API key or access token').fill(usher.demo.api_key)
    await page.getByRole('textbox', { name: /^id/ }).fill(queue.id)
    await send.click()
    await answer.getByText('event: snapshot').waitFor()
    await send.click()
    await answer.getByText('event: snapshot').waitFor()
    expect(await stop.isEnabled()).toBe(true)
    await stop.click()
    await status.getByText('Stopped.').waitFor()
    expect(await stop.isEnabled()).toBe(false)
    await send.click()
    await answer.getByText('event: snapshot').waitFor()
    await page.getByLabel('Operation').selectOption('getQueue')
    await page.getByRole('textbox', { name: /^id/ }).fill(queue.id)
    await send.click()
    await answer.getByText('"name": "Streamed"').waitFor()
    expect(await status.textContent()).toMatch(/^200/)
    expect(faults).toEqual([])
  })

  test.each([
    ['/docs', 'desktop', 'light'],
    ['/docs', 'phone', 'dark'],
    ['/docs/guides/webhooks', 'phone', 'light'],
    ['/docs/guides/errors', 'desktop', 'dark'],
    ['/docs/reference/guests', 'phone', 'dark'],
    ['/docs/reference/guests', 'desktop', 'light'],
    ['/docs/reference/try', 'phone', 'light'],
    ['/docs/reference/try', 'desktop', 'dark'],
  ] as const)(
    '%s is accessible on a %s, %s, fits the width and obeys the content security policy',
    async (path, width, theme) => {
      const { page, faults } = await docs.visit(path, { width, theme })
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      expect(faults).toEqual([])
    },
  )
})

/** The address of a built page. */
const addressOf = (path: string): string => `/docs/${path}`.replace(/\/index\.html$/, '')

const linksIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
