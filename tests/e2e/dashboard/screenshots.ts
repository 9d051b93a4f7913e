import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { show } from '../guest-pages/browsing.ts'
import { type GuestPage, guestPages } from '../guest-pages/states.ts'
import { signUp } from '../people.ts'
import { startOwnUsher } from '../stack.ts'
import { openDashboard, PASSWORD, type Theme, type Visit, WIDTHS, type Width } from './dashboard.ts'
import { fillOrganization } from './full.ts'
import { type KnownPage, OPEN_PAGES, PAGES } from './pages.ts'

/**
 * `npm run screenshots -- FOLDER [NAME]`: screenshots of every page (or of those whose name starts with NAME) on a
 * desktop, also at 200 %, two tablets and a phone, in both themes; for a working organisation and an empty one. Guest pages also in each
 * state, in a right-to-left language and in one with long words.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder, only = ''] = positionals
if (folder === undefined) throw new Error('Usage: npm run screenshots -- FOLDER [NAME]')
const target = resolve(folder)
await mkdir(target, { recursive: true })

await using dashboard = await openDashboard(startOwnUsher())
const { demo, stack } = dashboard.usher
await signUp(stack.url, 'empty@usher.test', 'Empty Bistro')
const empty = { email: 'empty@usher.test', password: PASSWORD }
const board: KnownPage = { name: 'queue-board', path: await aBusyQueue(), shown: 'Dinner' }
const settings: KnownPage = {
  name: 'queue-settings',
  path: `${board.path}/settings`,
  shown: 'Settings of Dinner',
}
await using full = await fillOrganization(dashboard.usher)
const forGuests = await guestPages(dashboard.usher)
const signIn = forGuests.find(({ name }) => name === 'oauth-sign-in')
/** Anybody already signed in goes straight to consent. */
const consent: KnownPage = { name: 'oauth-consent', path: signIn?.path ?? '', shown: /Table Planner/ }
const first: KnownPage = { name: 'welcome', path: '/', shown: 'Welcome, Ada' }

for (const width of Object.keys(WIDTHS) as Width[]) {
  for (const theme of ['light', 'dark'] as const) {
    await take(await dashboard.visit('/sign-in', { width, theme }), OPEN_PAGES, { width, theme, of: 'open' })
    await take(
      await dashboard.visitAs(demo, '/queues', { width, theme }),
      [board, settings, ...PAGES, ...full.pages, consent],
      {
        width,
        theme,
        of: 'full',
      },
    )
    await takeOfGuests(await dashboard.visit('/sign-in', { width, theme }), forGuests, {
      width,
      theme,
      of: 'guest',
    })
    const pages = [first, ...PAGES]
    await take(await dashboard.visitAs(empty, '/queues', { width, theme }), pages, {
      width,
      theme,
      of: 'empty',
    })
  }
}

interface Kind {
  readonly width: Width
  readonly theme: Theme
  readonly of: string
}

async function take({ page }: Visit, pages: readonly KnownPage[], kind: Kind): Promise<void> {
  for (const { name, path, shown } of pages.filter((known) => known.name.startsWith(only))) {
    await page.goto(path)
    await page.getByRole('heading', { name: shown }).first().waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await picture(page, name, kind)
  }
  await page.context().close()
}

async function takeOfGuests({ page }: Visit, pages: readonly GuestPage[], kind: Kind): Promise<void> {
  for (const known of pages.filter(({ name }) => name.startsWith(only))) {
    await show(page, known)
    await page.getByRole('heading').first().waitFor()
    await picture(page, known.name, kind)
  }
  await page.context().close()
}

async function picture(page: Page, name: string, { width, theme, of }: Kind): Promise<void> {
  const path = join(target, `${name}-${of}-${WIDTHS[width]}-${theme}.png`)
  await page.screenshot({ path, fullPage: true })
}

/** Creates a queue with guests in every state that the board shows; returns its address. */
async function aBusyQueue(): Promise<string> {
  const { api } = dashboard.usher
  const priority_classes = [{ key: 'member', name: 'Member', level: 1 }]
  const custom_fields = [{ key: 'allergies', label: 'Allergies', type: 'text', required: false }]
  const queue = { name: 'Dinner', servers: 4, priority_classes, custom_fields }
  const { id } = (await api('POST', '/v1/queues', { body: queue })).body
  const guests = [
    { name: 'Ada Lovelace', party_size: 2, phone: '+12015550123' },
    {
      name: 'Grace Hopper',
      party_size: 4,
      notes: 'High chair, by the window',
      tags: ['regular'],
      priority: 'member',
    },
    { name: 'Wilhelmina Featherstonehaugh-Cholmondeley of Longthorpe', party_size: 12 },
    { name: 'زهرا', party_size: 1 },
    { name: 'Edsger Dijkstra', party_size: 3, fields: { allergies: 'nuts' } },
  ]
  for (const body of guests) await api('POST', `/v1/queues/${id}/guests`, { body })
  await api('POST', `/v1/queues/${id}/call-next`)
  const large = await api('POST', `/v1/queues/${id}/guests`, { body: { name: 'Six', party_size: 6 } })
  await api('PATCH', `/v1/queues/${id}`, { body: { servers: 1 } })
  await api('POST', `/v1/guests/${large.body.id}/seat`)
  return `/queues/${id}`
}
