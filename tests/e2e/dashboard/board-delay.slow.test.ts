import { rowOf, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

/** A board on which parties of six, behind all others, are about to be seated. */
async function givenBoard() {
  const body = { name: 'Dinner', service_minutes: 30 }
  const { id } = (await boards.owner('POST', '/v1/queues', { body })).body
  const parties = [
    ['Ada', 2],
    ['Bob', 2],
    ['Six', 6],
    ['Half a dozen', 6],
  ] as const
  for (const [name, party_size] of parties) {
    await boards.owner('POST', `/v1/queues/${id}/guests`, { body: { name, party_size } })
  }
  const board = await boards.look(id)
  await untilShown(board.page, ['Ada', 'Bob', 'Six', 'Half a dozen'])
  const { data } = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body
  const own = await boards.dashboard.visit(`${new URL(data[1].status_url).pathname}?lang=en`)
  await own.page.locator('[data-needs-script]:visible').waitFor()
  return { large: data[3].id as string, board, own }
}

describe('a delay caused by parties let in ahead', () => {
  test('is explained to the guest and on the board, and updated for the guest when a party is brought back', async () => {
    const { large, board, own } = await givenBoard()
    expect(await own.page.getByText('later than we first said').count()).toBe(0)
    for (const name of ['Six', 'Half a dozen']) {
      await rowOf(board.page, name)
        .getByRole('button', { name: `More for ${name}` })
        .click()
      await board.page.getByRole('menuitem', { name: 'Seat', exact: true }).click()
      await rowOf(board.page, name).waitFor({ state: 'detached' })
    }
    await own.page
      .getByText(
        /^About \d+ (min|hr) later than we first said: 2 parties of 6 people were let in ahead of you\.$/,
      )
      .waitFor()
    await rowOf(board.page, 'Bob')
      .getByText(/^\d+ min later: 2 parties of 6 let in ahead$/)
      .first()
      .waitFor()
    await boards.owner('POST', `/v1/guests/${large}/undo`)
    await own.page.getByText(/: 1 party of 6 people was let in ahead of you\.$/).waitFor()
    expect([...board.faults, ...own.faults]).toEqual([])
  })
})
