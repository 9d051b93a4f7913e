import type { Page } from 'playwright-core'
import { browsers } from '../browser.ts'
import { made } from '../made.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { fillOrganization } from './full.ts'

/** The gateway serves what is below these, not the dashboard. */
const OUTSIDE = /^\/(v1|api|account|public|docs|book|join|q|g|b|s|openapi|asyncapi)\b/
const CONTENT = '#main'
const NAVIGATION = 'nav[aria-label=Pages]'
const ID = /[a-z]+_[0-9a-z]{26}/g

describe.each(browsers())('the dashboard in the %s browser', (browser) => {
  let cleanup: AsyncDisposableStack
  let usher: Usher
  let dashboard: Dashboard
  beforeAll(async () => {
    await using opening = new AsyncDisposableStack()
    usher = await useSharedUsher()
    dashboard = opening.use(await openDashboard(Promise.resolve(usher), browser))
    opening.use(await fillOrganization(usher))
    cleanup = opening.move()
  })
  afterAll(() => cleanup?.disposeAsync())

  test('shows every page that links lead to, also after going back, and logs nothing', async () => {
    const queue = await made(usher.api, '/v1/queues', { name: 'Dinner' })
    await made(usher.api, `/v1/queues/${queue.id}/guests`, { name: 'Ada' })
    const { page } = await dashboard.visitAs(usher.demo, '/queues')
    const logged: string[] = []
    page.on('pageerror', (error) => logged.push(`${page.url()}: ${error}`))
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) logged.push(`${page.url()}: ${message.text()}`)
    })
    const reached = await crawl(page, '/queues')
    expect(logged).toEqual([])
    expect(reached).toEqual(
      expect.arrayContaining(['/queues/:id', '/queues/:id/settings', '/queues/:id/settings#hours']),
    )
  })
})

/**
 * Follows the links of each page, leaves each target by the navigation, and goes back. Addresses that differ only in
 * an id or a parameter's value count as one page. Returns the pages reached.
 */
async function crawl(page: Page, start: string): Promise<readonly string[]> {
  const reached = new Map([[start, start]])
  let turn = 0
  for (const address of reached.values()) {
    await page.goto(address)
    await waitUntilShown(page)
    const here = page.url()
    const ways = await linksIn(page, NAVIGATION)
    const links = await linksIn(page, CONTENT)
    for (const { href } of links) {
      await follow(page, CONTENT, href)
      await follow(page, NAVIGATION, ways[turn++ % ways.length]?.href ?? '')
      await goBack(page)
      // A link to where the page is already adds nothing to the history.
      if (page.url() !== here) await goBack(page)
    }
    for (const { kind, url } of [...ways, ...links]) if (!reached.has(kind)) reached.set(kind, url)
  }
  return [...reached.keys()]
}

interface PageLink {
  readonly href: string
  readonly url: string
  readonly kind: string
}

/** Links to pages of the dashboard, one for each kind of page. */
async function linksIn(page: Page, area: string): Promise<readonly PageLink[]> {
  const links = page.locator(`${area} a[href]:not([target]):not([download])`).filter({ visible: true })
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const here = page.url()
  const found = hrefs.flatMap((href) => {
    const url = new URL(href, here)
    const isInside = url.origin === new URL(here).origin && !OUTSIDE.test(url.pathname)
    return isInside ? [{ href, url: url.href, kind: kindOf(url) }] : []
  })
  return [...new Map(found.map((link) => [link.kind, link])).values()]
}

function kindOf({ pathname, searchParams, hash }: URL): string {
  const query = [...searchParams.keys()].map((name) => `${name}=…`).join('&')
  return `${pathname.replaceAll(ID, ':id')}${query && `?${query}`}${hash}`
}

/** By the keyboard, as an open drawer covers the navigation. */
async function follow(page: Page, area: string, href: string): Promise<void> {
  await page.locator(`${area} a[href="${href}"]`).filter({ visible: true }).first().press('Enter')
  await waitUntilShown(page)
}

async function goBack(page: Page): Promise<void> {
  await page.goBack()
  await waitUntilShown(page)
}

/** A blank page has no heading. */
async function waitUntilShown(page: Page): Promise<void> {
  const heading = page.locator(CONTENT).getByRole('heading').first()
  await heading.waitFor().catch((cause) => {
    throw new Error(`${page.url()} is empty`, { cause })
  })
  await page.locator(`${CONTENT} [aria-busy=true]`).first().waitFor({ state: 'detached' })
}
