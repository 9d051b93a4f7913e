import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { GuestPage } from './states.ts'

export interface Opened extends AsyncDisposable {
  readonly page: Page
  /** What the page loaded: addresses and transfer sizes. */
  readonly loaded: { readonly url: string; readonly bytes: number }[]
  /** The browser's complaints: policy violations and script errors. */
  readonly complaints: string[]
}

/** Opens pages in a separate browser window. */
export async function open(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', ...options })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const loaded: Opened['loaded'] = []
  const complaints: string[] = []
  page.on('response', async (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) return
    const body = await response.body().catch(() => Buffer.alloc(0))
    loaded.push({ url: response.url(), bytes: body.length })
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, loaded, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** Shows a page in its state. A form is sent as a browser without scripts would. */
export async function show(page: Page, { path, form }: GuestPage): Promise<void> {
  if (!form) return void (await page.goto(path))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const postData = new URLSearchParams(form).toString()
  await page.route(`**${path}`, (route) => route.continue({ method: 'POST', headers, postData }), {
    times: 1,
  })
  await page.goto(path)
}
