import { describe, expect, test } from 'vitest'
import { at, shareHarness } from './harness.ts'
import { cancel, givenFullDay, join } from './standby-values.ts'

const shared = shareHarness()

describe('given a customer on standby for a full day', () => {
  test('when the booking there is cancelled, then its time is held for them, and they book it', async () => {
    const given = await givenFullDay(await shared())
    const ada = await join(given)
    expect(ada.joined).toMatchObject({ status: 'waiting', offer: null, service_name: 'Haircut' })
    await cancel(given.api, given.booking)
    await given.harness.service.runStandby()
    expect(await ada.look()).toMatchObject({
      status: 'offered',
      offer: { start: at('09:00'), end: at('09:30'), provider_name: 'Grace' },
    })
    const other = { service_type_id: given.type.id, start: at('09:00') }
    expect((await given.open('POST', `${given.path}/holds`, { body: other })).status).toBe(409)
    const booked = await ada.accept()
    expect([booked.status, booked.body.start]).toEqual([200, at('09:00')])
    expect(await ada.look()).toMatchObject({
      status: 'booked',
      offer: null,
      manage_url: booked.body.manage_url,
    })
    const [, booking] = (await given.api('GET', '/api/bookings')).body.data
    expect(booking).toMatchObject({
      status: 'confirmed',
      source: 'standby',
      customer: { name: ada.joined.name },
    })
  })
})
