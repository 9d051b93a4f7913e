import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Violations of WCAG 2.2 AA and axe's best practices in the page as shown now; empty if there are none. */
export const accessibilityFaults = (page: Page): Promise<string[]> =>
  faultsOf(page, { runOnly: { type: 'tag', values: TAGS } })

/** Contrast violations only: colours are all that a theme changes. */
export const contrastFaults = (page: Page): Promise<string[]> =>
  faultsOf(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })

/** Runs inside the page and returns only the violations: axe's full result is many times as large. */
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
