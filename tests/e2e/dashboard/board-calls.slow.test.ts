import { until } from '@usher/test-kit'
import { browsers } from '../browser.ts'
import type { Ask } from './ask.ts'
import { choose, rowOf, undo, untilShown } from './board.ts'
import { bookSoon } from './booking-setup.ts'
import { useBoards } from './during-tests.ts'

describe.each(browsers())('a board in the %s Chromium', (browser) => {
  const boards = useBoards(browser)

  const ask: Ask = (...asked) => boards.ask(...asked)

  test('takes back a call before its message goes', async () => {
    const { id, page, faults } = await boards.open([])
    const guest = await ask('POST', `/v1/queues/${id}/guests`, { name: 'Ada', phone: '+14155552671' })
    await rowOf(page, 'Ada').getByRole('button', { name: 'Call Ada' }).click()
    await undo(page)
    await rowOf(page, 'Ada').getByRole('button', { name: 'Call Ada' }).waitFor()
    await until('the guest waits', async () => {
      return (await ask('GET', `/v1/guests/${guest.id}`)).status === 'waiting'
    })
    const call = await until('the message is given up', async () => {
      const { data } = await ask('GET', `/v1/notifications?guest_id=${guest.id}`)
      return data.find(({ kind, status }: Record<string, string>) => kind === 'ready' && status === 'failed')
    })
    expect(call.error.code).toBe('no_longer_of_use')
    expect(faults).toEqual([])
  })

  test('lets a called guest wait again later', async () => {
    const { id, page, faults } = await boards.open(['Ada', 'Bob'])
    const { data } = await ask('GET', `/v1/queues/${id}/guests`)
    await ask('POST', `/v1/guests/${data[0].id}/notify`)
    await rowOf(page, 'Ada').getByRole('button', { name: 'Seat Ada' }).waitFor()
    await choose(page, 'Ada', 'Back to waiting')
    await page.getByText('Ada waits again').waitFor()
    await untilShown(page, ['Ada', 'Bob'])
    expect(faults).toEqual([])
  })

  test('shows a guest who came early for a booking behind those whose turn comes first', async () => {
    const booking = await bookSoon(ask, 'Otto', 40)
    const { service_type_id } = await ask('GET', `/api/bookings/${booking.id}`)
    const bookings = { service_type_ids: [service_type_id], walk_in_share: 0, early_minutes: 60 }
    const queue = { name: 'Lunch', service_minutes: 10, servers: 1, bookings }
    const { id } = await ask('POST', '/v1/queues', queue)
    await until('the booking is known to the queue', async () => {
      const { data } = await ask('GET', `/v1/queues/${id}/line`)
      return data.some(({ booking_id }: Record<string, string>) => booking_id === booking.id)
    })
    await ask('POST', `/api/bookings/${booking.id}/check-in`, { queue_id: id })
    await until('Otto is in the line', async () => (await boards.line(id)).includes('Otto'))
    await ask('POST', `/v1/queues/${id}/guests`, { name: 'Walter' })
    const { page, faults } = await boards.look(id)
    await untilShown(page, ['Walter', 'Otto'])
    const { data } = await ask('GET', `/v1/queues/${id}/guests`)
    const [otto] = data.filter(({ name }: Record<string, string>) => name === 'Otto')
    await page.goto(otto.status_url)
    await page.getByText('1 party ahead of you').waitFor()
    expect(await page.getByText('more slowly').count()).toBe(0)
    expect(faults).toEqual([])
  })
})
