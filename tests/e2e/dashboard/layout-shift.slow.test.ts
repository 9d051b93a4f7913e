import { useDashboard } from './during-tests.ts'
import { fillOrganization } from './full.ts'
import { PAGES } from './pages.ts'

/** "Needs improvement" begins at 0.1 (web.dev/articles/cls). */
const MAX_SHIFT = 0.05

/** Sums how far things move that were already shown (Layout Instability API); a script, as the page has no other types. */
const OBSERVE = `
globalThis.shifted = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value
}).observe({ type: 'layout-shift', buffered: true })
`

const dashboard = useDashboard()

describe('nothing moves while a page of the dashboard loads', () => {
  let full: Awaited<ReturnType<typeof fillOrganization>>
  beforeAll(async () => {
    full = await fillOrganization(dashboard.usher)
  })
  afterAll(() => full[Symbol.asyncDispose]())

  test.each(['desktop', 'phone'] as const)('on a %s', async (width) => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, '/queues', { width })
    await page.addInitScript(OBSERVE)
    // Answers take as long as on a mobile network, so that each step of loading is drawn.
    const session = await page.context().newCDPSession(page)
    const network = { latency: 100, downloadThroughput: -1, uploadThroughput: -1, offline: false }
    await session.send('Network.emulateNetworkConditions', network)
    const moved: string[] = []
    for (const { path, shown } of [...PAGES, ...full.pages]) {
      await page.goto(path)
      await page.getByRole('heading', { name: shown }).first().waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      const shifted = await page.evaluate<number>('shifted')
      if (shifted > MAX_SHIFT) moved.push(`${path} ${shifted.toFixed(3)}`)
    }
    expect(moved).toEqual([])
  })
})
