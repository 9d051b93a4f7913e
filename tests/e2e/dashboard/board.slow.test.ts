import { until } from '@usher/test-kit'
import { invite, newAddresses } from '../people.ts'
import { choose, rowOf, undo, untilOpen, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const emailOf = newAddresses()

const boards = useBoards()

describe('a host at the board', () => {
  test('adds, calls, seats, moves and removes guests, marks no-shows, and undoes each action', async () => {
    const { id, page, faults } = await boards.open(['Ada', 'Grace', 'Edsger'])
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])
    await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
    await page.getByLabel('Phone').pressSequentially('2015550123')
    await until('the number is formatted', async () => {
      expect(await page.getByLabel('Phone').inputValue()).toBe('(201) 555-0123')
      return true
    })
    await page.keyboard.press('Enter')
    await page.getByText('is number 4').waitFor()
    await undo(page)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])

    await page.getByRole('button', { name: 'Call next' }).click()
    await page.getByText('Ada was called').waitFor()
    await rowOf(page, 'Ada').getByRole('button', { name: 'Seat' }).click()
    await page.getByText('Ada is seated').waitFor()
    await boards.untilLine(id, ['Grace', 'Edsger'])
    await undo(page)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])

    await choose(page, 'Grace', 'Did not show up')
    await page.getByText('Grace did not show up').waitFor()
    await undo(page)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])
    await choose(page, 'Edsger', 'Move to the front')
    await page.getByText('Edsger is now number 1').waitFor()
    await boards.untilLine(id, ['Edsger', 'Ada', 'Grace'])
    await undo(page)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])
    await choose(page, 'Grace', 'Remove')
    await page.getByText('Grace was removed').waitFor()
    await undo(page)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])
    await boards.untilLine(id, ['Ada', 'Grace', 'Edsger'])

    await rowOf(page, 'Edsger').locator('[data-grip]').dragTo(rowOf(page, 'Grace'))
    await page.getByText('Edsger is now number 2').waitFor()
    await boards.untilLine(id, ['Ada', 'Edsger', 'Grace'])
    expect(faults).toEqual([])
  })
})

describe('two browsers on one queue', () => {
  test('show the actions of each other, and call different guests when both call next', async () => {
    const { id, page } = await boards.open(['Ada', 'Grace', 'Edsger'])
    const { page: other } = await boards.look(id)
    await untilShown(other, ['Ada', 'Grace', 'Edsger'])
    await choose(page, 'Grace', 'Remove')
    await untilShown(other, ['Ada', 'Edsger'])
    await Promise.all([
      page.getByRole('button', { name: 'Call next' }).click(),
      other.getByRole('button', { name: 'Call next' }).click(),
    ])
    for (const one of [page, other]) {
      await until(
        'both to be called',
        async () => (await one.getByRole('button', { name: 'Seat' }).count()) === 2,
      )
    }
    const { data } = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['notified', 'notified'])
  })
})

describe('a board whose connection is lost while a guest is added', () => {
  test('keeps what was typed, and adds each guest once after reconnecting', async () => {
    const { id, page } = await boards.open(['Ada'])
    // The request arrives, its response does not: the worst moment.
    let isCut = false
    await page.route('**/v1/queues/*/guests', async (route) => {
      if (route.request().method() !== 'POST' || isCut) return route.continue()
      isCut = true
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('connectionreset')
    })
    await page.getByLabel('Name').fill('Grace')
    await page.keyboard.press('Enter')
    await page.getByText('No connection.').waitFor()
    await page.getByRole('status', { name: 'Being added' }).getByText('Grace').waitFor()
    await page.getByLabel('Name').fill('Edsger')
    await page.keyboard.press('Enter')
    await page.context().setOffline(false)
    await untilShown(page, ['Ada', 'Grace', 'Edsger'])
    await untilOpen(page)
    await boards.untilLine(id, ['Ada', 'Grace', 'Edsger'])
    expect(await page.getByRole('status', { name: 'Being added' }).count()).toBe(0)
  })
})

describe('a viewer at the board', () => {
  test('sees the line without any button to change it', async () => {
    const { id } = await boards.open(['Ada'])
    const viewer = await invite(boards.dashboard.usher.stack.url, boards.owner, {
      email: emailOf('viewer'),
      role: 'viewer',
    })
    const { page } = await boards.dashboard.visitAs(viewer, `/queues/${id}`)
    await untilShown(page, ['Ada'])
    for (const name of ['Call', 'Add', 'Pause', 'Call next']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
  })
})
