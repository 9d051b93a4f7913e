import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type BrowserName, openBrowser } from '../browser.ts'
import type { Usher } from '../stack.ts'

export const PASSWORD = 'correct horse battery'

/** Of the window in CSS pixels; `zoomed` is the desktop at 200 %. */
export const WIDTHS = { desktop: 1440, tablet: 1024, small: 768, zoomed: 720, phone: 390 } as const

const HEIGHTS: Readonly<Record<Width, number>> = {
  ...{ desktop: 900, tablet: 900, small: 900, zoomed: 450, phone: 844 },
}

export type Width = keyof typeof WIDTHS

export type Theme = 'light' | 'dark'

/** A separate browser window on the dashboard. */
export interface Visit {
  readonly page: Page
  /** Problems in it: script errors, and violations of the Content-Security-Policy. */
  readonly faults: readonly string[]
}

export interface Dashboard extends AsyncDisposable {
  readonly usher: Usher
  /** Opens a window with its own cookies. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  /** Opens a window, signed in as the owner of an organisation. */
  visitAs(person: Person, path: string, options?: VisitOptions): Promise<Visit>
  /** Closes every window: those of earlier tests would keep drawing and sending requests. */
  closeWindows(): Promise<void>
}

export interface Person {
  readonly email: string
  readonly password: string
}

interface VisitOptions {
  readonly width?: Width
  readonly theme?: Theme
  /** What the browser asks for (BCP 47). */
  readonly language?: string
}

/** The dashboard of a running Usher, and a browser: one for all tests of a file. */
export async function openDashboard(running: Promise<Usher>, name?: BrowserName): Promise<Dashboard> {
  await using opening = new AsyncDisposableStack()
  const usher = opening.use(await running)
  const browser = opening.use(await openBrowser(name))
  const cleanup = opening.move()
  const visit = (path: string, options: VisitOptions = {}) => open(browser, usher.stack.url, path, options)
  return {
    usher,
    visit,
    async visitAs(person, path, options) {
      const visited = await visit(`/sign-in?next=${encodeURIComponent(path)}`, options)
      await signIn(visited.page, person)
      await visited.page.waitForURL((url) => url.pathname === path)
      return visited
    },
    async closeWindows() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

async function open(browser: Browser, url: string, path: string, options: VisitOptions): Promise<Visit> {
  const { width = 'desktop', theme = 'light', language = 'en-US' } = options
  const settings: BrowserContextOptions = {
    baseURL: url,
    colorScheme: theme,
    viewport: { width: WIDTHS[width], height: HEIGHTS[width] },
    deviceScaleFactor: width === 'zoomed' ? 2 : 1,
    hasTouch: ['tablet', 'small', 'phone'].includes(width),
    locale: language,
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  }
  const context = await browser.newContext(settings)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text())
  })
  await page.goto(path)
  return { page, faults }
}

/** Browsers log every error response, even those that the page handles. */
const isExpected = (text: string): boolean => text.startsWith('Failed to load resource')

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
