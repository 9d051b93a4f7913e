import { until } from '@usher/test-kit'
import { accessibilityFaults } from '../accessibility.ts'
import { choose, rowOf, undo, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'
import { fingerOn } from './finger.ts'

const boards = useBoards()

describe('the board of a host', () => {
  test('moves a guest dragged by a finger on a tablet, without scrolling the page', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Guest ${index + 1}`)
    const { id, page, faults } = await boards.open(names, { width: 'tablet' })
    const finger = await fingerOn(page)
    const grip = rowOf(page, 'Guest 4').locator('[data-grip]')
    await finger.down(grip)
    await finger.over(rowOf(page, 'Guest 2'))
    await page.locator('[data-drop=above]').getByText('Guest 2').waitFor()
    await finger.up()
    await page.getByText('Guest 4 is now number 2').waitFor()
    await boards.untilLine(id, ['Guest 1', 'Guest 4', 'Guest 2', 'Guest 3', ...names.slice(4)])
    expect(await page.evaluate('window.scrollY')).toBe(0)
    await finger.down(rowOf(page, 'Guest 5').locator('[data-grip]'))
    await finger.over(rowOf(page, 'Guest 7'))
    await page.locator('[data-drop=below]').getByText('Guest 7').waitFor()
    await finger.cancel()
    expect(await page.locator('[data-held=true]').count()).toBe(0)
    expect((await boards.line(id)).slice(0, 2)).toEqual(['Guest 1', 'Guest 4'])
    expect(faults).toEqual([])
  })

  test('adds, calls, moves and seats guests with the keyboard alone', async () => {
    const { id, page } = await boards.open(['Ada', 'Grace'])
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Alan')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByText('Alan is number 3').waitFor()
    expect(await page.evaluate('document.activeElement === document.querySelector("form input")')).toBe(true)
    await rowOf(page, 'Ada').getByRole('button', { name: 'Ada', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Alan is now number 2').waitFor()
    await rowOf(page, 'Alan').getByRole('button', { name: 'Call' }).focus()
    await page.keyboard.press('Enter')
    await rowOf(page, 'Alan').getByRole('button', { name: 'Seat' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Alan is seated').waitFor()
    await boards.untilLine(id, ['Ada', 'Grace'])
  })

  test('shows an undo before the server has responded', async () => {
    const { page } = await boards.open(['Ada', 'Grace'])
    await choose(page, 'Ada', 'Seat')
    await untilShown(page, ['Grace'])
    const answer = Promise.withResolvers<void>()
    await page.route('**/v1/guests/*/undo', async (route) => {
      await answer.promise
      await route.continue()
    })
    await undo(page)
    await untilShown(page, ['Ada', 'Grace'])
    const answered = page.waitForResponse('**/v1/guests/*/undo')
    answer.resolve()
    expect((await answered).status()).toBe(200)
    await untilShown(page, ['Ada', 'Grace'])
  })

  test('focuses an item when a guest menu is opened by keyboard, and the button again on Escape', async () => {
    const { page } = await boards.open(['Ada'])
    const more = page.getByRole('button', { name: 'More for Ada' })
    await more.focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.keyboard.press('ArrowDown')
    const focused = () =>
      page.evaluate<string>('document.activeElement.textContent || document.activeElement.ariaLabel')
    await until('an item to have the focus', async () => (await focused()) === 'Details and messages')
    await page.keyboard.press('Escape')
    await until('the button to have the focus', async () => (await focused()) === 'More for Ada')
    expect(await page.getByRole('menu').count()).toBe(0)
  })

  test('shows the line as it is and the reason when an action is refused', async () => {
    const { page } = await boards.open(['Ada'])
    await page.route('**/v1/guests/*/seat', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          title: 'No',
          status: 409,
          code: 'invalid_transition',
          detail: 'Already seated.',
        }),
      }),
    )
    await choose(page, 'Ada', 'Seat')
    await page.getByRole('alert').getByText('Already seated.').waitFor()
    await untilShown(page, ['Ada'])
    expect(await rowOf(page, 'Ada').getByRole('button', { name: 'Call' }).isEnabled()).toBe(true)
  })

  test('shows only the guests who match the search and the filter', async () => {
    const { page } = await boards.open(['Ada', 'Zoë'])
    await page.getByLabel('Search').fill('zoe')
    await untilShown(page, ['Zoë'])
    await page.getByText('Called', { exact: true }).click()
    await page.getByRole('heading', { name: 'No guest matches' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(0)
  })

  test('changes the details of a guest, and shows the timeline and messages', async () => {
    const { id, page } = await boards.open(['Ada'])
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Phone').fill('+1 201 555 0123')
    await drawer.getByLabel('Notes').fill('By the window')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await boards.owner('GET', `/v1/queues/${id}/guests`)).body.data[0]).toMatchObject({
      phone: '+12015550123',
      notes: 'By the window',
    })
    await drawer.getByRole('tab', { name: 'Timeline' }).click()
    await drawer.getByText('Joined, number 1').waitFor()
    await drawer.getByRole('tab', { name: 'Messages' }).click()
    await drawer.getByLabel('Message', { exact: true }).fill('Your table is nearly there')
    await drawer.getByRole('button', { name: 'Send' }).click()
    await drawer.getByRole('log').getByText('Your table is nearly there').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('asks before overwriting notes changed in the meantime, and keeps the other changes', async () => {
    const { id, page } = await boards.open(['Ada'])
    const read = async () => (await boards.owner('GET', `/v1/queues/${id}/guests`)).body.data[0]
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Notes').fill('Mine')
    await boards.owner('PATCH', `/v1/guests/${(await read()).id}`, {
      body: { notes: 'Theirs', party_size: 7 },
    })
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByRole('alert').getByText('Notes is now Theirs').waitFor()
    expect(await read()).toMatchObject({ notes: 'Theirs', party_size: 7 })
    expect(await accessibilityFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Save mine instead' }).click()
    await until('the change', async () => (await read()).notes === 'Mine')
    expect(await read()).toMatchObject({ party_size: 7 })
  })

  test('shows why the queue is paused, and keeps a guest who was entered during the pause', async () => {
    const { id, page } = await boards.open([])
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByLabel('Reason').fill('The kitchen is behind')
    await page.getByRole('button', { name: 'Pause the queue' }).click()
    await page.getByRole('alert').getByText('The kitchen is behind').waitFor()
    await page.getByLabel('Name').fill('Ada')
    await page.keyboard.press('Enter')
    await page.getByText('The queue is paused. Resume it to add guests.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await untilShown(page, ['Ada'])
    await boards.untilLine(id, ['Ada'])
    expect(await page.getByText('The kitchen is behind').count()).toBe(0)
  })
})

describe('a board with 500 guests', () => {
  test('renders fewer than 40 rows, and shows a call before the response', async () => {
    const { id } = (await boards.owner('POST', '/v1/queues', { body: { name: 'Stadium' } })).body
    const names = Array.from({ length: 500 }, (_, i) => `Guest ${i + 1}`)
    for (let i = 0; i < names.length; i += 25) {
      const some = names.slice(i, i + 25)
      await Promise.all(
        some.map((name) => boards.owner('POST', `/v1/queues/${id}/guests`, { body: { name } })),
      )
    }
    const { page, faults } = await boards.look(id)
    await rowOf(page, (await boards.line(id))[0] ?? '')
      .first()
      .waitFor()
    expect(await page.getByRole('listitem').count()).toBeLessThan(40)
    // Rows that are measured meanwhile can move the page, so scroll as a person does: until it is there.
    const scrollTo = (place: string, row: number) =>
      until(`row ${row}`, async () => {
        await page.evaluate(`window.scrollTo(0, ${place})`)
        return await page.locator(`[aria-posinset="${row}"]`).isVisible()
      })
    await scrollTo('document.body.scrollHeight', 500)
    await scrollTo('0', 1)
    const answer = Promise.withResolvers<void>()
    await page.route('**/v1/guests/*/notify', async (route) => {
      await answer.promise
      await route.continue()
    })
    const first = page.locator('[aria-posinset="1"] [data-guest]')
    await first.getByRole('button').nth(1).click()
    // Before the response, which is held back.
    await page.locator('[aria-posinset="1"] [data-called="true"]').waitFor()
    answer.resolve()
    expect(faults).toEqual([])
  })
})

describe('the board in both themes', () => {
  test.each(['light', 'dark'] as const)('has no axe findings in the %s theme', async (theme) => {
    const { page, faults } = await boards.open(['Ada', 'Grace'], { theme })
    await page.getByRole('button', { name: 'Call next' }).click()
    await page.getByText('Ada was called').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
