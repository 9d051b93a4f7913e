import type { Page } from 'playwright-core'
import type { Dashboard, Visit } from './dashboard.ts'
import { fillWithHostileTexts } from './hostile-texts.ts'
import { PAGES } from './pages.ts'

/** Checks that no text can harm a page. Run last in a file: the organisation is full of hostile texts afterwards. */
export function testHostileTexts(dashboard: () => Dashboard): void {
  describe('an organisation with hostile text in every name and note', () => {
    test('runs no script and fits a phone on all dashboard and guest pages', async () => {
      const { usher, visit, visitAs } = dashboard()
      await using filled = await fillWithHostileTexts(usher)
      const inside = await visitAs(usher.demo, '/queues', { width: 'phone' })
      for (const { path, shown } of [...PAGES, ...filled.pages]) {
        await inside.page.goto(path)
        await inside.page.getByRole('heading', { name: shown }).first().waitFor()
        await inside.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        expect([path, await harmOf(inside.page)]).toEqual([path, NONE])
      }
      const outside = await visit('/sign-in', { width: 'phone' })
      for (const path of filled.paths) {
        await outside.page.goto(path)
        await outside.page.getByRole('main').waitFor()
        expect([path, await harmOf(outside.page)]).toEqual([path, NONE])
      }
      expect(faultsOf(inside, outside)).toEqual([])
    })
  })
}

const NONE = { ran: false, widerBy: 0 }

const harmOf = (page: Page): Promise<unknown> =>
  page.evaluate(`({
    ran: 'hacked' in globalThis,
    widerBy: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  })`)

const faultsOf = (...visits: readonly Visit[]): string[] => visits.flatMap(({ faults }) => faults)
