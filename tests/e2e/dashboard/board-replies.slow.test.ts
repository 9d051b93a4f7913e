import { until } from '@usher/test-kit'
import { rowOf, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

/** A board with two guests, of whom Ada has a phone, whom the notification service knows. */
async function givenAda(phone: string) {
  const { id } = (await boards.owner('POST', '/v1/queues', { body: { name: 'Lunch' } })).body
  const added = await boards.owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada', phone } })
  await boards.owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Bob' } })
  await until('the first message', async () => {
    const conversation = await boards.owner('GET', `/v1/guests/${added.body.id}/conversation`)
    return conversation.body.data?.length > 0
  })
  const write = async (text: string) => {
    const answer = await boards.owner('POST', '/v1/notifications/sandbox/inbound', {
      body: { from: phone, text },
    })
    expect(answer.status).toBe(202)
  }
  return { id, write, ...(await boards.look(id)) }
}

describe('the reply of a guest to a message', () => {
  test('is marked in the row and the tab title until it is read', async () => {
    const { id, page, write, faults } = await givenAda('+14155550142')
    const colleague = (await boards.look(id)).page
    await write('Is there a high chair?')
    await rowOf(page, 'Ada').getByText('Unread reply').waitFor()
    await until('the title', async () => (await page.title()) === '(1) Lunch · Usher')
    await page.getByText('Unread (1)').click()
    await untilShown(page, ['Ada'])
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await page.getByRole('dialog').getByText('Is there a high chair?').waitFor()
    await until('the reply to be read', async () => (await page.title()) === 'Lunch · Usher')
    await rowOf(colleague, 'Ada').getByText('Unread reply').waitFor({ state: 'detached' })
    await write('And a window seat?')
    await page.getByRole('dialog').getByText('And a window seat?').waitFor()
    await until('it to be read at once', async () => {
      const { data } = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body
      return data.every((guest: { unread_reply_at: string | null }) => guest.unread_reply_at === null)
    })
    expect(faults).toEqual([])
  })

  test('of STOP removes the message field, and says why', async () => {
    const { page, write } = await givenAda('+14155550143')
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByLabel('Message', { exact: true }).waitFor()
    await write('STOP')
    await page.getByText('This guest replied STOP').waitFor()
    expect(await page.getByLabel('Message', { exact: true }).count()).toBe(0)
  })
})
