import { calendarBusyReplaced, calendarNeedsReauth, calendarPaused } from '@usher/contracts'
import { goldenEvents, until } from '@usher/test-kit'
import { notePaused } from '../src/connections/note-paused.ts'
import { API, givenConnection, startHarness } from './harness.ts'

/** The fields of the data of an event, which consumers rely on. */
const shape = (event: { data?: unknown } | undefined) => Object.keys(event?.data ?? {}).sort()
const isBusy = ({ type }: { type: string }) => type === calendarBusyReplaced.type
const golden = (type: string) => goldenEvents().find((event) => event.type === type)

describe('the events of calendar sync', () => {
  test('needs_reauth and a disconnection match their golden files', async () => {
    await using harness = await startHarness()
    const { id } = await givenConnection(harness)
    await until('the first times', () => harness.events.events.some(isBusy))
    harness.google.revokeGrant('ann@example.test')
    harness.google.expireAccessTokens()
    await harness.client()('GET', `${API}/connections/${id}/calendars`)
    await harness.client()('DELETE', `${API}/connections/${id}`)
    for (const { type } of [calendarNeedsReauth, calendarBusyReplaced]) {
      const told = await until(type, () => harness.events.events.find((event) => event.type === type))
      expect([type, shape(told)]).toEqual([type, shape(golden(type))])
    }
    const gone = await until('the end', () => harness.events.events.filter(isBusy).at(1))
    expect(gone.data).toMatchObject({ linked: false, busy: [] })
  })
  test('a connection paused twice raises one event, which matches its golden file', async () => {
    await using harness = await startHarness({ calendarsAtOnce: 0 })
    const { id } = await givenConnection(harness)
    const { context: ctx } = harness.service
    const record = await ctx.connections.find(harness.organizationId, id)
    if (!record) throw new Error('no connection')
    const breaker = { tripped_at: new Date(), vanished: 7, of: 9 }
    for (const _ of [1, 2]) await notePaused(ctx, record, breaker)
    const { type } = calendarPaused
    const told = await until(type, () => harness.events.of(id).find((event) => event.type === type))
    expect(shape(told)).toEqual(shape(golden(type)))
    expect(told?.data).toMatchObject({ id, vanished: 7, of: 9, provider_name: 'Grace' })
    expect(await ctx.connections.find(harness.organizationId, id)).toMatchObject({ breaker, alerts: 1 })
  })
})
