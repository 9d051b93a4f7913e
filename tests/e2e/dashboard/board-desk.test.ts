import { rowOf, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

describe('the desk that a host has set', () => {
  test('is shown in the row, on the guest page and on the display when guests are called', async () => {
    const { id, page, faults } = await boards.open(['Ada', 'Bob'])
    await untilShown(page, ['Ada', 'Bob'])
    await page.getByRole('button', { name: 'More for Dinner' }).click()
    await page.getByRole('menuitem', { name: 'Your desk' }).click()
    await page.getByRole('dialog').getByLabel('Desk').fill('Counter 3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await rowOf(page, 'Ada').getByText('→ Counter 3').waitFor()
    await rowOf(page, 'Bob').getByRole('button', { name: 'Call' }).click()
    await rowOf(page, 'Bob').getByText('→ Counter 3').waitFor()
    const [guest] = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body.data
    const own = await boards.dashboard.visit(new URL(guest.status_url).pathname)
    await own.page.getByText(/Please come to .Counter 3. now\./).waitFor()
    const { join_url } = (await boards.owner('GET', `/v1/queues/${id}`)).body
    const screen = await boards.dashboard.visit(new URL(join_url).pathname.replace('/join/', '/display/'))
    await screen.page.getByText('→ Counter 3').first().waitFor()
    expect([...faults, ...own.faults, ...screen.faults]).toEqual([])
  })
})
