import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { rowOf, untilOpen, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

/** Most presses of Tab from one thing to the next. */
const MAX_TABS = 60

/** Of the whole evening, most of them Tab: about 295, and more where a row is drawn anew between two presses. */
const MAX_KEYS = 360

/** A keyboard without a mouse: goes to things as people do, and counts its keys, without those of texts. */
function keyboardOf(page: Page) {
  let keys = 0
  const press = async (key: string): Promise<void> => {
    keys += 1
    await page.keyboard.press(key)
  }
  const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    await target.waitFor()
    for (let n = 0; n < MAX_TABS; n += 1) {
      if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return
      await press(key)
    }
    throw new Error(`${target} cannot be reached by ${key}`)
  }
  return {
    press,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    /** Goes to a button or link and presses Enter. */
    async choose(target: Locator, key?: 'Tab' | 'Shift+Tab') {
      await tabTo(target, key)
      await press('Enter')
    },
    /** Opens a menu and chooses an item by its arrow keys. */
    async chooseIn(menu: Locator, item: string) {
      await tabTo(menu)
      await press('Enter')
      await page.getByRole('menuitem').first().waitFor()
      const chosen = page.locator('[role=menuitem]:focus', { hasText: item })
      for (let n = 0; (await chosen.count()) === 0; n += 1) {
        if (n === MAX_TABS) {
          const focused = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)')
          throw new Error(`${item} cannot be reached by arrow keys from ${focused}`)
        }
        await press('ArrowDown')
      }
      await press('Enter')
    },
    count: () => keys,
  }
}

describe('a host without a mouse', () => {
  test('signs in and works for an evening with the keyboard, in fewer than 360 keys', async () => {
    const { dashboard, owner } = boards
    const phone = '+12015550166'
    const terrace = `Terrace ${randomUUID()}`
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Late dinner', servers: 4 } })).body
    await owner('POST', '/v1/queues', { body: { name: terrace } })
    const { page, faults } = await dashboard.visit('/sign-in')
    const keyboard = keyboardOf(page)
    const row = (name: string) => rowOf(page, name)
    const button = (name: string | RegExp) => page.getByRole('button', { name })

    // Signing in: the first field has the focus.
    await page.getByLabel('E-mail').waitFor()
    await keyboard.type(dashboard.usher.demo.email)
    await keyboard.press('Tab')
    await keyboard.type(dashboard.usher.demo.password)
    await keyboard.press('Enter')
    await page.waitForURL('**/queues')

    // To the board.
    await keyboard.press('Control+k')
    await page.locator('input[placeholder^="Find a person"]:focus').waitFor()
    await keyboard.type('late dinner')
    await page.getByText('Late dinner').first().waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await untilOpen(page)

    // Guests come.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keyboard.press('c')
    await page.locator('input:focus').waitFor()
    for (const [name, number] of [
      ['Ada', phone],
      ['Bob', ''],
      ['Cy', ''],
      ['Dot', ''],
    ] as const) {
      await keyboard.type(name)
      if (number) {
        await keyboard.press('Tab')
        await keyboard.type(number)
      }
      await keyboard.press('Enter')
      await row(name).waitFor()
    }
    await keyboard.press('Escape')

    // The first is called and seated; a table turns out to be taken.
    await keyboard.press('n')
    await row('Ada').getByText('Called').waitFor()
    await page.getByText('3 of 4 free').waitFor()
    await keyboard.choose(button('One fewer place free'), 'Shift+Tab')
    await page.getByText('2 of 4 free').waitFor()
    await keyboard.choose(row('Ada').getByRole('button', { name: /^Seat/ }))
    await untilShown(page, ['Bob', 'Cy', 'Dot'])

    // Cy lets nobody pass: up by one. Dot goes to the terrace, and did not mean it.
    await keyboard.tabTo(row('Cy').getByRole('button', { name: 'Cy', exact: true }))
    await keyboard.press('Alt+ArrowUp')
    await boards.untilLine(id, ['Cy', 'Bob', 'Dot'])
    await keyboard.chooseIn(row('Dot').getByRole('button', { name: /^More/ }), 'Transfer')
    await keyboard.tabTo(page.getByRole('combobox', { name: 'Queue' }))
    await keyboard.type(terrace)
    await page.getByRole('option', { name: new RegExp(terrace) }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.choose(page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }))
    await untilShown(page, ['Cy', 'Bob'])
    await keyboard.choose(button('Undo'))
    await untilShown(page, ['Cy', 'Bob', 'Dot'])

    // Ada writes from her table; she is found and answered.
    await keyboard.press('/')
    await keyboard.type('ada')
    await button('Bring back Ada').waitFor()
    await keyboard.choose(button('Bring back Ada'))
    await row('Ada').getByRole('button', { name: 'Ada', exact: true }).waitFor()
    await keyboard.press('/')
    await keyboard.press('Control+a')
    await keyboard.press('Delete')
    await row('Dot').waitFor()
    const reply = { from: phone, text: 'Is there a ramp?' }
    expect((await owner('POST', '/v1/notifications/sandbox/inbound', { body: reply })).status).toBe(202)
    await row('Ada').getByText('Unread reply').waitFor()
    await keyboard.choose(row('Ada').getByRole('button', { name: 'Ada', exact: true }))
    await page.locator('textarea:focus').waitFor()
    await keyboard.type('Yes, at the side.')
    await keyboard.choose(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await page.getByRole('log').getByText('Yes, at the side.').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // The kitchen needs a break.
    await keyboard.choose(button('Pause'), 'Shift+Tab')
    await page.getByRole('dialog').waitFor()
    await keyboard.choose(page.getByRole('dialog').getByRole('button', { name: 'Pause' }))
    await page.getByText('The queue is paused').waitFor()
    await keyboard.choose(button('Resume'))
    await page.getByText('The queue is paused').waitFor({ state: 'detached' })

    // Whoever is left.
    for (const name of ['Cy', 'Bob', 'Dot']) {
      await keyboard.chooseIn(row(name).getByRole('button', { name: /^More/ }), 'Seat')
      await row(name).waitFor({ state: 'detached' })
    }
    await boards.untilLine(id, ['Ada'])
    expect(faults).toEqual([])
    expect(keyboard.count()).toBeLessThan(MAX_KEYS)
  })
})
