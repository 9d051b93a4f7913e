import { until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { rowOf } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

describe('the board without a connection', () => {
  test('says at once that it is not live, and is live again once the connection is back', async () => {
    const { page, faults } = await boards.open(['Ada'])
    await page.context().setOffline(true)
    await page.getByText('Connection lost, coming back').waitFor({ timeout: 5_000 })
    await page.getByText('No connection.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Live', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('sends a call once the connection is back within a minute', async () => {
    const { id, page } = await boards.open(['Ada'])
    await callOffline(page, 'Ada', '00:30')
    await page.getByText('Ada was called').waitFor()
    expect(await statusOf(id)).toBe('notified')
  })

  test('sends what was done meanwhile one after the other, in that order', async () => {
    const { id, page } = await boards.open(['Ada'])
    const sent: string[] = []
    page.on('requestfinished', (request) => {
      const [, act] = /guests\/[^/]+\/(\w+)$/.exec(new URL(request.url()).pathname) ?? []
      if (act && request.method() === 'POST') sent.push(act)
    })
    await page.clock.install()
    await page.context().setOffline(true)
    await rowOf(page, 'Ada').getByRole('button', { name: 'Call' }).click()
    await rowOf(page, 'Ada').getByRole('button', { name: 'Seat' }).click()
    await page.clock.fastForward('00:30')
    await page.context().setOffline(false)
    await page.getByText('Ada is seated').waitFor()
    expect(sent).toEqual(['notify', 'seat'])
    const { data } = (await boards.owner('GET', `/v1/queues/${id}/guests?status=seated`)).body
    expect(data).toMatchObject([{ name: 'Ada' }])
  })

  test('asks before it sends a call made minutes ago', async () => {
    const { id, page } = await boards.open(['Ada'])
    await callOffline(page, 'Ada', '07:00')
    await page.getByText('You called Ada 7 minutes ago, while offline. Call now?').waitFor()
    expect(await statusOf(id)).toBe('waiting')
    await page.getByRole('button', { name: 'Call now' }).click()
    await page.getByText('Ada was called').waitFor()
    expect(await statusOf(id)).toBe('notified')
  })

  test('shows a guest as waiting again if a call made minutes ago is discarded', async () => {
    const { id, page, faults } = await boards.open(['Ada'])
    await callOffline(page, 'Ada', '07:00')
    await page.getByRole('button', { name: 'Discard' }).click()
    await until(
      'the row to be as before',
      async () => (await rowOf(page, 'Ada').getByText('Called').count()) === 0,
    )
    expect(await statusOf(id)).toBe('waiting')
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

/** Calls a guest while offline; the connection is back after a time (`mm:ss`). */
async function callOffline(page: Page, name: string, time: string): Promise<void> {
  await page.clock.install()
  await page.context().setOffline(true)
  await rowOf(page, name).getByRole('button', { name: 'Call' }).click()
  await rowOf(page, name).getByText('Called just now').waitFor()
  await page.clock.fastForward(time)
  await page.context().setOffline(false)
}

const statusOf = async (id: string): Promise<string> =>
  (await boards.owner('GET', `/v1/queues/${id}/guests`)).body.data[0].status
