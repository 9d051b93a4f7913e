import type { Page } from 'playwright-core'
import { type ActionTiming, type Inspector, watched } from './watch.ts'

interface Effect {
  readonly event: 'click' | 'keydown' | 'pointerup'
  /** JavaScript that is true once the effect is in the page. */
  readonly isShown: string
}

/** Acts, measures, and waits until the page is idle. */
type Measure = (name: string, effect: Effect, act: () => Promise<unknown>) => Promise<void>

/** After this long without a request, the effects of an action are complete. */
const QUIET_MS = 100

const find = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const isThere = (selector: string) => `${find(selector)} !== null`
const isGone = (selector: string) => `${find(selector)} === null`
const ofGuest = (id: string) => `[data-guest="${id}"]`
const isAt = (id: string, place: number) => isThere(`[aria-posinset="${place}"] ${ofGuest(id)}`)
const isCalled = (id: string) => isThere(`${ofGuest(id)}[data-called="true"]`)

/** The number of guests the list reports. */
const LISTED = `${find('[aria-setsize]')}?.ariaSetSize`

/** Waits until the rows that scrolling brought are on the screen. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Does everything that a host does on the board, once, and undoes what changed the line. */
export async function play(
  page: Page,
  inspector: Inspector,
  add: (name: string, shown: ActionTiming) => void,
): Promise<void> {
  const quiet = quietness(page)
  const measure: Measure = async (name, effect, act) => {
    const shown = await watched({ page, inspector }, effect, act)
    add(name, shown)
    await quiet.wait()
  }
  await look(page, measure)
  await search(page, measure)
  await serve(page, measure)
  await reorder(page, measure)
  await enter(page, measure)
  await seatCalled(page)
  await quiet.wait()
  quiet.end()
}

const idAt = async (page: Page, place: number): Promise<string> => {
  const row = page.locator(`[aria-posinset="${place}"] [data-guest]`)
  return (await row.getAttribute('data-guest')) ?? ''
}

const clickItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()

const more = (page: Page, id: string) => page.locator(ofGuest(id)).getByRole('button', { name: /^More for/ })

async function look(page: Page, measure: Measure): Promise<void> {
  const id = await idAt(page, 4)
  await measure('open a guest', { event: 'click', isShown: isThere('[role=dialog] form input') }, () =>
    page.locator(`${ofGuest(id)} [class*=name]`).click(),
  )
  await measure('close the guest', { event: 'keydown', isShown: isGone('[role=dialog]') }, () =>
    page.keyboard.press('Escape'),
  )
  await measure('open the menu of a guest', { event: 'click', isShown: isThere('[role=menu]') }, () =>
    more(page, id).click(),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const dialog = page.getByRole('dialog')
  await measure(
    'ask for the reason of a pause',
    { event: 'click', isShown: isThere('[role=dialog] form') },
    () => page.getByRole('button', { name: 'Pause' }).click(),
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function search(page: Page, measure: Measure): Promise<void> {
  const field = page.getByLabel('Search')
  const all = await page.evaluate<string>(LISTED)
  await field.focus()
  // Each letter leaves fewer matches.
  for (const letter of 'ade') {
    const before = await page.evaluate<string>(LISTED)
    await measure('search: a letter', { event: 'keydown', isShown: `${LISTED} !== "${before}"` }, () =>
      page.keyboard.press(letter),
    )
  }
  await field.selectText()
  await measure('search: clear', { event: 'keydown', isShown: `${LISTED} === "${all}"` }, () =>
    page.keyboard.press('Backspace'),
  )
  const filter = (name: string) => page.getByText(name, { exact: true }).first().click()
  await measure('filter: those called', { event: 'click', isShown: `${LISTED} !== "${all}"` }, () =>
    filter('Called'),
  )
  await measure('filter: all', { event: 'click', isShown: `${LISTED} === "${all}"` }, () => filter('All'))
}

async function serve(page: Page, measure: Measure): Promise<void> {
  const next = await page.locator('[data-called="false"]').first().getAttribute('data-guest')
  await measure('call next', { event: 'click', isShown: isCalled(next ?? '') }, () =>
    page.getByRole('button', { name: 'Call next' }).click(),
  )
  const row = page.locator('[data-called="false"]').last()
  const last = (await row.getAttribute('data-guest')) ?? ''
  await page.locator(ofGuest(last)).scrollIntoViewIfNeeded()
  await page.evaluate(DRAWN)
  await measure('call a guest', { event: 'click', isShown: isCalled(last) }, () =>
    page.locator(ofGuest(last)).getByRole('button', { name: 'Call' }).click(),
  )
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('[aria-posinset="1"]').waitFor()
  for (const [item, name] of [
    ['Seat', 'seat'],
    ['Did not show up', 'no-show'],
    ['Remove', 'remove'],
  ] as const) {
    const id = await idAt(page, 3)
    await more(page, id).click()
    await measure(name, { event: 'click', isShown: isGone(ofGuest(id)) }, () => clickItem(page, item))
    await takeBack(page, measure, isAt(id, 3), 'undo: is in the line again')
  }
}

/** Seats the called guests, so that the next round has others to call at the front. */
async function seatCalled(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, 0)')
  const called = page.locator('[data-called="true"]')
  for (let left = await called.count(); left > 0; left = await called.count()) {
    const id = (await called.first().getAttribute('data-guest')) ?? ''
    await page.locator(ofGuest(id)).getByRole('button', { name: 'Seat' }).click()
    await page.locator(ofGuest(id)).waitFor({ state: 'detached' })
  }
}

const takeBack = (page: Page, measure: Measure, isShown: string, name: string): Promise<void> =>
  measure(name, { event: 'click', isShown }, () => page.getByRole('button', { name: 'Undo' }).click())

async function reorder(page: Page, measure: Measure): Promise<void> {
  const id = await idAt(page, 6)
  await more(page, id).click()
  await measure('move up by the menu', { event: 'click', isShown: isAt(id, 5) }, () =>
    clickItem(page, 'Move up'),
  )
  await takeBack(page, measure, isAt(id, 6), 'undo: is at the old place')
  await more(page, id).click()
  await measure('move to the front by the menu', { event: 'click', isShown: isAt(id, 1) }, () =>
    clickItem(page, 'Move to the front'),
  )
  await takeBack(page, measure, isAt(id, 6), 'undo: is at the old place')
  await page.locator(`${ofGuest(id)} [class*=name]`).focus()
  await measure('move down by Alt and an arrow', { event: 'keydown', isShown: isAt(id, 7) }, () =>
    page.keyboard.press('Alt+ArrowDown'),
  )
  await takeBack(page, measure, isAt(id, 6), 'undo: is at the old place')
  const target = page.locator('[aria-posinset="2"] [data-guest]')
  await measure('move by dragging', { event: 'pointerup', isShown: isAt(id, 2) }, () =>
    page.locator(`${ofGuest(id)} [data-grip]`).dragTo(target),
  )
  await takeBack(page, measure, isAt(id, 6), 'undo: is at the old place')
}

async function enter(page: Page, measure: Measure): Promise<void> {
  const name = page.getByLabel('Name')
  await name.focus()
  const entered = `${find('form[aria-label] input')}.value`
  for (const letter of 'Zoe') {
    const isTyped = `${entered}.endsWith("${letter}")`
    await measure('add: a letter', { event: 'keydown', isShown: isTyped }, () => page.keyboard.press(letter))
  }
  const isEntered = isThere('[role=status][aria-label="Being added"]')
  await measure('add: Enter', { event: 'keydown', isShown: isEntered }, () => page.keyboard.press('Enter'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
}

/** Tracks the page's requests, except the event stream, which never ends. */
function quietness(page: Page) {
  let open = 0
  let lastAt = Date.now()
  const isAsked = (url: string) => url.includes('/v1/') && !url.endsWith('/events')
  const begin = (request: { url(): string }) => {
    if (isAsked(request.url())) open += 1
  }
  const finish = (request: { url(): string }) => {
    if (!isAsked(request.url())) return
    open -= 1
    lastAt = Date.now()
  }
  page.on('request', begin).on('requestfinished', finish).on('requestfailed', finish)
  return {
    async wait() {
      lastAt = Date.now()
      while (open > 0 || Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(10)
    },
    end: () => page.off('request', begin).off('requestfinished', finish).off('requestfailed', finish),
  }
}
