import { type CloudEvent, changeAcceptedBy, guestRemoved, guestSeated, operations } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { aRequestRecord, createFakeClock, until } from '@usher/test-kit'
import { startWithTrail } from './support/audit.ts'

interface Given {
  readonly requestId?: string
  readonly actor?: string
  readonly time?: Date
  readonly definition?: typeof guestSeated | typeof guestRemoved
}

/** That a guest was seated, or as given. */
function anEvent(organizationId: string, given: Given = {}): CloudEvent {
  const { requestId = newId('request'), actor = newId('apiKey'), time = new Date() } = given
  const subject = newId('guest')
  return newEvent((given.definition ?? guestSeated) as typeof guestSeated, {
    subject,
    sequence: 1,
    time,
    origin: { organizationId, actor, requestId },
    data: {
      id: subject,
      queue_id: newId('queue'),
      name: 'Ada',
      phone: null,
      party_size: 1,
      position: null,
      estimated_wait: null,
      status: 'seated',
    },
  })
}

const recordOf = (event: CloudEvent) =>
  aRequestRecord(operations.seatGuest, {
    organization_id: event.organizationid,
    request_id: event.requestid,
    actor: event.actor,
    at: event.time,
  })

async function start() {
  const clock = createFakeClock()
  const all = await startWithTrail(clock)
  const pending = (count: number) =>
    until(
      `${count} pending events`,
      async () => (await all.database.collection('audit_pending').countDocuments()) === count,
    )
  return { ...all, clock, pending }
}

describe('a change whose record the gateway lost', () => {
  test('enters the trail from its event alone, after a minute, with what is known', async () => {
    await using all = await start()
    const event = anEvent(all.organizationId)
    await all.publish(event)
    await all.pending(1)
    await all.accounts.jobs.audit.run()
    expect(await all.trailOf(all.organizationId)).toEqual([])
    all.clock.advance(2 * MINUTE_MS)
    const shown = await (await fetch(`${all.accounts.url}/metrics`)).text()
    expect(shown).toMatch(/^usher_audit_oldest_due_seconds\{.*\} (5\d|60)(\.\d+)?$/m)
    await all.accounts.jobs.audit.run()
    expect(await all.trailOf(all.organizationId)).toMatchObject([
      {
        number: 1,
        actor: event.actor,
        action: 'guest.seated',
        outcome: 'accepted',
        resource: event.subject,
        request_id: event.requestid,
        status: null,
        address: null,
      },
    ])
    expect((await all.verify()).code).toBe(0)
  })

  test('enters the trail as its operation, with its changes, if no domain event announces it', async () => {
    await using all = await start()
    const changes = { name: { before: 'Desk', after: 'Door' } }
    const change = { operation: operations.updateTemplate.id, resource: newId('template'), changes }
    const origin = { organizationId: all.organizationId, actor: newId('member'), requestId: newId('request') }
    await all.publish(
      newEvent(changeAcceptedBy('notification'), {
        ...{ subject: origin.requestId, sequence: 1, time: new Date(), origin, data: change },
      }),
    )
    await all.pending(1)
    all.clock.advance(2 * MINUTE_MS)
    await all.accounts.jobs.audit.run()
    expect(await all.trailOf(all.organizationId)).toMatchObject([
      {
        actor: origin.actor,
        action: 'updateTemplate',
        outcome: 'accepted',
        resource: change.resource,
        changes,
      },
    ])
  })

  test('appears once when its record arrives after the event was settled', async () => {
    await using all = await start()
    const event = anEvent(all.organizationId)
    await all.publish(event)
    await all.pending(1)
    all.clock.advance(MINUTE_MS)
    await all.accounts.jobs.audit.run()
    await all.record(
      recordOf(event),
      aRequestRecord(operations.signOut, { organization_id: all.organizationId }),
    )
    const trail = await all.recorded(all.organizationId, 2)
    expect(trail.map(({ action }) => action)).toEqual(['signOut', 'guest.seated'])
  })

  test('several events of one request without a record make one entry, and a later one none', async () => {
    await using all = await start()
    const request = { requestId: newId('request'), actor: newId('member'), definition: guestRemoved }
    const [first, second, third] = [0, 10, 20].map((ms) =>
      anEvent(all.organizationId, { ...request, time: new Date(Date.now() + ms) }),
    ) as [CloudEvent, CloudEvent, CloudEvent]
    await all.publish(second, first)
    await all.pending(2)
    all.clock.advance(MINUTE_MS)
    await all.accounts.jobs.audit.run()
    await all.publish(third, anEvent(all.organizationId, { actor: 'system' }))
    await all.recorded(all.organizationId, 2)
    await all.pending(0)
    const trail = await all.trailOf(all.organizationId)
    expect(trail.map(({ actor, resource }) => [actor, resource])).toEqual([
      ['system', expect.any(String)],
      [first.actor, first.subject],
    ])
  })

  test('20 changes settled by two replicas at once appear once each', async () => {
    await using all = await start()
    const other = await all.replica()
    const events = Array.from({ length: 20 }, () => anEvent(all.organizationId))
    await all.publish(...events)
    await all.pending(20)
    all.clock.advance(MINUTE_MS)
    await Promise.all([all.accounts.jobs.audit.run(), other.jobs.audit.run()])
    await all.accounts.jobs.audit.run()
    const trail = await all.trailOf(all.organizationId)
    expect(trail.map(({ request_id }) => request_id).sort()).toEqual(
      events.map(({ requestid }) => requestid).sort(),
    )
    expect((await all.verify()).code).toBe(0)
  })
})

describe('a change with its record', () => {
  test.each(['the event first', 'the record first'])(
    'makes one entry, that of the record, with %s',
    async (order) => {
      await using all = await start()
      const event = anEvent(all.organizationId)
      if (order === 'the event first') {
        await all.publish(event)
        await all.pending(1)
        await all.record(recordOf(event))
      } else {
        await all.record(recordOf(event))
        await all.recorded(all.organizationId, 1)
        await all.publish(event, anEvent(all.organizationId))
        await all.pending(1)
      }
      const [found] = await all.recorded(all.organizationId, 1)
      expect(found).toMatchObject({ action: 'seatGuest', address: '192.0.2.7' })
      await all.pending(order === 'the event first' ? 0 : 1)
      expect(await all.trailOf(all.organizationId)).toHaveLength(1)
    },
  )

  test('a later lost request with the same request id gets its own entry', async () => {
    await using all = await start()
    const first = anEvent(all.organizationId, { requestId: 'mine' })
    await all.record(recordOf(first))
    await all.recorded(all.organizationId, 1)
    const later = new Date(Date.now() + 60 * MINUTE_MS)
    await all.publish(anEvent(all.organizationId, { requestId: 'mine', actor: first.actor, time: later }))
    await all.pending(1)
    all.clock.advance(MINUTE_MS)
    await all.accounts.jobs.audit.run()
    expect((await all.trailOf(all.organizationId)).map(({ action }) => action)).toEqual([
      'guest.seated',
      'seatGuest',
    ])
  })
})

describe('what does not come through the gateway', () => {
  test.each(['operator', 'system'])('an event by %s enters the trail at once', async (actor) => {
    await using all = await start()
    const event = anEvent(all.organizationId, { actor })
    await all.publish(event, event)
    const trail = await all.recorded(all.organizationId, 1)
    expect(trail).toMatchObject([{ actor, action: 'guest.seated', resource: event.subject }])
    expect(await all.database.collection('audit_pending').countDocuments()).toBe(0)
  })

  test("an operator's commands enter the organisation's trail, newest first", async () => {
    await using all = await start()
    const [organization] = await all.commands.results('create-organization', '--name', 'Bistro')
    const [key] = await all.commands.results('create-key', '--organization', organization._id, '--name', 'k')
    await all.commands.results('revoke-key', '--key', key.id)
    expect(await all.recorded(organization._id, 3)).toMatchObject([
      { actor: 'operator', action: 'api_key.revoked', resource: key.id },
      { actor: 'operator', action: 'api_key.created', resource: key.id },
      { actor: 'operator', action: 'organization.created', resource: organization._id },
    ])
  })
})
