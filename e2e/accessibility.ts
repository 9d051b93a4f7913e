import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds against WCAG 2.2 AA and its best practices in what is shown now: nothing, where it is as it should be. */
export const accessibilityFaults = (page: Page): Promise<string[]> =>
  faultsOf(page, { runOnly: { type: 'tag', values: TAGS } })

/** The same of colours alone, which is all that a theme changes. */
export const contrastFaults = (page: Page): Promise<string[]> =>
  faultsOf(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })

/** Runs within the page, and brings back the faults alone: all that axe has looked at is many times as much. */
async function faultsOf(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(axe.source)
  return await page.evaluate<
    string[]
  >(`axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n' + failureSummary),
    ),
  )`)
}
