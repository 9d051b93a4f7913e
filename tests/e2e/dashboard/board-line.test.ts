import { untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

/** Changes a line in one of five ways, one after the other. */
async function change(queueId: string, number: number): Promise<void> {
  const { owner } = boards
  const { data } = (await owner('GET', `/v1/queues/${queueId}/guests`)).body
  const at = (number * 7) % data.length
  const path = `/v1/guests/${data[at].id}`
  if (number % 5 === 0)
    await owner('POST', `/v1/queues/${queueId}/guests`, { body: { name: `New ${number}` } })
  else if (number % 5 === 1)
    await owner('POST', `${path}/move`, { body: { position: 1 + (number % data.length) } })
  else if (number % 5 === 2) await owner('POST', `${path}/seat`)
  else if (number % 5 === 3) await owner('POST', `${path}/undo`)
  else await owner('PATCH', path, { body: { name: `Renamed ${number}` } })
}

describe('a board whose connection is lost and restored', () => {
  test('shows the line of the API after 45 changes, with fewer than 10 reads of the list', async () => {
    const { id, page } = await boards.open(Array.from({ length: 10 }, (_, i) => `Guest ${i + 1}`))
    let reads = 0
    page.on('request', (request) => {
      if (request.method() === 'GET' && new URL(request.url()).pathname.endsWith('/guests')) reads += 1
    })
    for (let number = 0; number < 45; number += 1) {
      if (number === 15) await page.context().setOffline(true)
      if (number === 30) await page.context().setOffline(false)
      await change(id, number)
    }
    await untilShown(page, await boards.line(id))
    expect(reads).toBeLessThan(10)
  })
})
