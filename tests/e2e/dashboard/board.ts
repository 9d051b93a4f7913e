import { type Client, sessionClient, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import type { BrowserName } from '../browser.ts'
import type { Usher } from '../stack.ts'
import { type Ask, askWith } from './ask.ts'
import { type Dashboard, openDashboard, type Visit } from './dashboard.ts'

type VisitOptions = Parameters<Dashboard['visit']>[1]

export interface Boards extends AsyncDisposable {
  readonly dashboard: Dashboard
  readonly owner: Client
  readonly ask: Ask
  /** Creates a queue with guests and opens a window on its board. */
  open(names: readonly string[], options?: VisitOptions): Promise<Visit & { readonly id: string }>
  /** Opens a window on the board of an existing queue. */
  look(id: string, options?: VisitOptions): Promise<Visit>
  /** The names in a line, from the API. */
  line(id: string): Promise<string[]>
  /** Waits until the line has these names, from the API. */
  untilLine(id: string, names: readonly string[]): Promise<unknown>
}

/** Boards of the demo organisation's queues, as its owner sees them. */
export async function openBoards(running: Promise<Usher>, browser?: BrowserName): Promise<Boards> {
  const dashboard = await openDashboard(running, browser)
  const { usher } = dashboard
  const owner = await sessionClient(usher.stack.url, usher.demo)
  const look = async (id: string, options: VisitOptions = {}) => {
    const visited = await dashboard.visitAs(usher.demo, `/queues/${id}`, options)
    await untilOpen(visited.page)
    return visited
  }
  const line = async (id: string): Promise<string[]> =>
    (await owner('GET', `/v1/queues/${id}/guests`)).body.data.map(({ name }: { name: string }) => name)
  return {
    dashboard,
    owner,
    ask: askWith(owner),
    look,
    line,
    async open(names, options) {
      const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Dinner' } })).body
      for (const name of names) await owner('POST', `/v1/queues/${id}/guests`, { body: { name } })
      return { id, ...(await look(id, options)) }
    },
    untilLine: (id, names) =>
      until(`${names.join(', ')} in line`, async () => String(await line(id)) === String(names)),
    [Symbol.asyncDispose]: () => dashboard[Symbol.asyncDispose](),
  }
}

/** Waits until a board follows its queue and takes keys: the search is there with the line, after the heading. */
export async function untilOpen(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Search' }).waitFor()
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })

const shownNames = (page: Page) =>
  page.getByRole('list', { name: 'Guests' }).locator('[data-guest] [class*=name]').allTextContents()

export const untilShown = (page: Page, names: readonly string[]) =>
  until(`${names.join(', ')} to be shown`, async () => {
    expect(await shownNames(page)).toEqual(names)
    return true
  })

export async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()
