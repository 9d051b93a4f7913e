import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { type Theme, WIDTHS, type Width } from './dashboard/dashboard.ts'

/** A browser on the public documentation. */
export interface DocsBrowser extends AsyncDisposable {
  visit(path: string, options: { width: Width; theme: Theme }): Promise<DocsVisit>
}

interface DocsVisit {
  readonly page: Page
  /** Script errors, and violations of the content policy. */
  readonly faults: readonly string[]
}

export async function openDocs(url: string): Promise<DocsBrowser> {
  const browser = await openBrowser()
  return {
    async visit(path, { width, theme }) {
      for (const context of browser.contexts()) await context.close()
      const viewport = { width: WIDTHS[width], height: 900 }
      const context = await browser.newContext({ baseURL: url, viewport, colorScheme: theme })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      await page.goto(path)
      return { page, faults }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
