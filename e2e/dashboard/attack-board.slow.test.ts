import { until } from '@usher/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useSharedUsher } from '../shared-usher.ts'
import { type Boards, openBoards, rowOf } from './board.ts'

let boards: Boards
beforeAll(async () => {
  boards = await openBoards(useSharedUsher())
})
afterAll(async () => {
  await boards?.[Symbol.asyncDispose]()
})
afterEach(() => boards.dashboard.closeWindows())

describe('the board', () => {
  test('sends moves made offline in the order in which they were made', async () => {
    const { id, page } = await boards.open(['A', 'B', 'C', 'D'])
    await page.context().setOffline(true)
    for (const name of ['C', 'D', 'B']) {
      await page.getByRole('button', { name, exact: true }).focus()
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+ArrowUp')
    }
    await page.context().setOffline(false)
    await boards.untilLine(id, ['B', 'D', 'C', 'A'])
  })

  test('does not say that a guest was called whose call a colleague has taken back', async () => {
    const { id, page } = await boards.open(['Ada'])
    const [guest] = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body.data
    await page.clock.install()
    let isLost = true
    await page.route('**/v1/guests/*/notify', async (route) => {
      if (!isLost) return await route.continue()
      await route.fetch()
      await route.abort()
    })
    await rowOf(page, 'Ada').getByRole('button', { name: 'Call' }).click()
    await until('the call has arrived', async () => (await statusOf(guest.id)) === 'notified')
    await page.context().setOffline(true)
    await page.clock.fastForward('07:00')
    await boards.owner('POST', `/v1/guests/${guest.id}/undo`)
    isLost = false
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Call now' }).click()
    await page.getByText('Ada was called').waitFor()
    expect(await statusOf(guest.id)).toBe('notified')
  })
})

const statusOf = async (guest: string): Promise<string> =>
  (await boards.owner('GET', `/v1/guests/${guest}`)).body.status
