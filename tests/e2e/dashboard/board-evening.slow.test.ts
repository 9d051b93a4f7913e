import { accessibilityFaults } from '../accessibility.ts'
import { choose, rowOf, undo, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

const queueOf = async (body: object): Promise<string> =>
  (await boards.owner('POST', '/v1/queues', { body })).body.id

describe('guests who have left today', () => {
  test('are listed on the board, found by search, and brought back to their place', async () => {
    const { id, page, faults } = await boards.open(['Ada', 'Grace', 'Edsger'])
    await choose(page, 'Ada', 'Seat')
    await choose(page, 'Grace', 'Did not show up')
    await untilShown(page, ['Edsger'])
    await page.reload()
    await page.getByText('Left', { exact: true }).click()
    const left = page.getByRole('list', { name: 'Left today' })
    await left.getByText('Grace').waitFor()
    expect(await left.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^GraceDid not show up at /),
      expect.stringMatching(/^AdaSeated at /),
    ])
    expect(await accessibilityFaults(page)).toEqual([])
    await left.getByRole('button', { name: 'Ada', exact: true }).click()
    const details = page.getByRole('dialog')
    expect(await details.getByLabel('Name').getAttribute('readonly')).toBe('')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Bring back Ada' }).click()
    await page.getByText('Ada is back in line, number 1').waitFor()
    await boards.untilLine(id, ['Ada', 'Edsger'])

    await page.getByText('All', { exact: true }).click()
    await page.getByLabel('Search').fill('gra')
    await page.getByRole('button', { name: 'Bring back Grace' }).click()
    await boards.untilLine(id, ['Ada', 'Grace', 'Edsger'])
    expect(faults).toEqual([])
  })

  test('can be brought back after the board reports an automatic no-show', async () => {
    const id = await queueOf({ name: 'Lunch', no_show_after_minutes: 1 })
    await boards.owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })
    const { page, faults } = await boards.look(id)
    await page.getByRole('button', { name: 'Call next' }).click()
    await rowOf(page, 'Ada').getByText('no-show in 1 min').waitFor()
    await page.getByText('Ada did not come in time and is a no-show').waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Bring back' }).click()
    await boards.untilLine(id, ['Ada'])
    await rowOf(page, 'Ada').getByRole('button', { name: 'Seat' }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('two queues of a venue', () => {
  test('transfer a guest, undo the transfer, and lead from one board to the other', async () => {
    const other = await queueOf({ name: 'Terrace' })
    const { id, page, faults } = await boards.open(['Ada', 'Grace', 'Edsger'])
    await choose(page, 'Grace', 'Transfer to another queue')
    await page.getByRole('combobox', { name: 'Queue' }).click()
    await page.getByRole('option', { name: 'Terrace (0 in line)' }).click()
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await page.getByText('Grace is number 1 in Terrace').waitFor()
    await boards.untilLine(other, ['Grace'])
    await untilShown(page, ['Ada', 'Edsger'])
    await undo(page)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])
    await boards.untilLine(id, ['Ada', 'Grace', 'Edsger'])

    await page.getByRole('button', { name: 'Other queues' }).click()
    await page.getByRole('menuitem', { name: 'Terrace' }).click()
    await page.getByRole('heading', { name: 'Terrace' }).waitFor()
    await page.getByRole('button', { name: 'More for Terrace' }).click()
    await page.getByRole('menuitem', { name: 'Queue settings' }).click()
    await page.waitForURL(`**/queues/${other}/settings`)
    expect(faults).toEqual([])
  })
})

describe('a queue with a required custom field', () => {
  test('asks for the field when a walk-in is added, and names it when it is missing', async () => {
    const custom_fields = [{ key: 'allergies', label: 'Allergies', type: 'text', required: true }]
    const id = await queueOf({ name: 'Brunch', custom_fields })
    const { page } = await boards.look(id)
    await page.getByLabel('Name').fill('Ada')
    await page.keyboard.press('Enter')
    await page.getByText('Allergies: Is required').waitFor()
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByLabel('Allergies').fill('nuts')
    await page.getByRole('button', { name: 'More details' }).click()
    await page.getByLabel('Notes').fill('By the window')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await boards.untilLine(id, ['Ada'])
    await rowOf(page, 'Ada').getByText('By the window').waitFor()
    const { data } = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body
    expect(data[0].fields).toEqual({ allergies: 'nuts' })
  })
})

describe('the messages of a guest on the board', () => {
  test('show a reply in the open thread, and have no message field for a guest without an address', async () => {
    const phone = '+12015550177'
    const { id, page } = await boards.open(['Grace'])
    await boards.owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada', phone } })
    await boards.owner('POST', `/v1/queues/${id}/guests`, {
      body: { name: 'Alan', email: 'alan@example.com' },
    })
    const drawer = page.getByRole('dialog')
    const openMessages = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await drawer.getByRole('tab', { name: 'Messages' }).click()
    }
    await openMessages('Ada')
    await drawer.getByLabel('Message', { exact: true }).waitFor()
    const reply = { from: phone, text: 'Is there a ramp?' }
    const { status } = await boards.owner('POST', '/v1/notifications/sandbox/inbound', { body: reply })
    expect(status).toBe(202)
    await drawer.getByRole('log').getByText('Is there a ramp?').waitFor()
    await page.keyboard.press('Escape')
    await openMessages('Alan')
    await drawer.getByLabel('Message', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await openMessages('Grace')
    await drawer.getByText('This guest has left no phone number or e-mail address.').waitFor()
    expect(await drawer.getByLabel('Message', { exact: true }).count()).toBe(0)
  })
})

describe('a board with a long line', () => {
  test.each([
    { width: 'desktop', height: 900, rows: 10 },
    { width: 'tablet', height: 768, rows: 7 },
    { width: 'zoomed', height: 450, rows: 2 },
  ] as const)('on a $width screen shows at least $rows whole rows', async (screen) => {
    const names = Array.from({ length: 15 }, (_, index) => `Guest ${index + 1}`)
    const { page } = await boards.open(names, { width: screen.width })
    await rowOf(page, 'Guest 1').waitFor()
    const bottoms = await page
      .locator('[data-guest]')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= screen.height).length).toBeGreaterThanOrEqual(screen.rows)
  })
})

describe('a window at 200 % zoom', () => {
  test('does not cover guests with the Call next button', async () => {
    const { page } = await boards.open(['Ada', 'Bob'], { width: 'zoomed' })
    const first = await rowOf(page, 'Ada').boundingBox()
    const button = await page.getByRole('button', { name: 'Call next' }).boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0)
  })
})

describe('a board on a phone', () => {
  test('shows six whole rows of guests with notes, with the form to add a guest behind a button', async () => {
    const { id } = (await boards.owner('POST', '/v1/queues', { body: { name: 'Dinner' } })).body
    const names = Array.from({ length: 8 }, (_, index) => `Guest ${index + 1} of the Longthorpe family`)
    for (const name of names) {
      const body = { name, party_size: 4 }
      const more = { notes: 'High chair, by the window if there is one free', tags: ['regular', 'birthday'] }
      await boards.owner('POST', `/v1/queues/${id}/guests`, { body: { ...body, ...more } })
    }
    const { page } = await boards.look(id, { width: 'phone' })
    await untilShown(page, names)
    const callNext = await page.getByRole('button', { name: 'Call next' }).boundingBox()
    const rows = await page
      .locator('[data-guest]')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
    expect(rows.filter((bottom) => bottom <= (callNext?.y ?? 0)).length).toBeGreaterThanOrEqual(6)
    await page.getByRole('button', { name: 'Add a guest' }).click()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await boards.untilLine(id, [...names, 'Ada'])
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add a guest' }).waitFor()
  })
})
