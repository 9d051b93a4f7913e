import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calendarNeedsReauth, calendarPaused, memberCalendarAlertRequested } from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, newEvent, newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { mailOf } from '../src/mail/mail-text.ts'
import { startWithPeople } from './support/people.ts'

const id = newId('calendarConnection')
const facts = { provider_name: 'Grace', since: '2026-01-06T12:00:00.000Z' }

describe('calendar alerts of an organisation with an owner, a manager and a host', () => {
  test('mail the owner and the manager once when a calendar needs reauthorisation, and once when paused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'usher-mail-'))
    await using all = await startWithPeople(undefined, { mailOutbox: folder })
    await using broker = await connectBroker(all.infrastructure.rabbitUrl, createLogger('test', 'silent'))
    const publisher = await createPublisher(broker)
    const owner = await all.owner()
    await all.invited(owner.call, 'manager@usher.test', 'manager')
    await all.invited(owner.call, 'host@usher.test', 'host')
    await all.owner('other@usher.test')
    const alerts = async () => {
      const files = (await readdir(folder)).filter((file) => file.includes(memberCalendarAlertRequested.type))
      return await Promise.all(
        files
          .filter((file) => file.endsWith('.json'))
          .map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))),
      )
    }
    const event = newEvent(calendarNeedsReauth, {
      subject: id,
      sequence: 1,
      time: new Date(facts.since),
      origin: {
        organizationId: owner.caller.organization_id,
        actor: 'system',
        requestId: newId('request'),
      },
      data: { id, provider_id: newId('provider'), ...facts },
    })
    await publisher.publish([event, event])
    await until('the mails', async () => (await alerts()).length >= 2)
    await publisher.publish([event])
    const { subject, time, organizationid: organizationId } = event
    const origin = { organizationId, actor: 'system', requestId: newId('request') }
    const data = { id, provider_id: newId('provider'), ...facts, vanished: 7, of: 9 }
    const cause = { subject, sequence: 2, time: new Date(time), origin, data }
    await publisher.publish([newEvent(calendarPaused, cause)])
    const mails = await until('the next ones', async () => {
      const found = await alerts()
      return found.length >= 4 && found
    })
    expect(mails.map(({ to }) => to).sort()).toEqual(
      ['ada', 'ada', 'manager', 'manager'].map((name) => `${name}@usher.test`),
    )
    const link = 'http://localhost:8080/google-calendar'
    for (const mail of mails) expect(mail).toMatchObject({ ...facts, link })
    expect(mails.filter(({ alert }) => alert === 'paused')).toHaveLength(2)
    await rm(folder, { recursive: true })
  })

  test('the mail names the calendar and the time, and has a link', () => {
    const data = { id: newId('member'), name: 'Ada', email: 'ada@usher.test', link: 'https://x/y', ...facts }
    const cause = { subject: newId('event'), sequence: 1, time: new Date() }
    const origin = { organizationId: newId('organization'), actor: 'system', requestId: newId('request') }
    const { to, subject, text } = mailOf(newEvent(memberCalendarAlertRequested, { ...cause, origin, data }))
    expect([to, subject]).toEqual(['ada@usher.test', 'The calendar of Grace must be connected again'])
    expect(text).toContain('since 2026-01-06 12:00 UTC')
    expect(text).toContain('https://x/y')
    const paused = newEvent(memberCalendarAlertRequested, {
      ...{ ...cause, origin },
      data: { ...data, alert: 'paused' },
    })
    expect(mailOf(paused).subject).toBe('Many appointments vanished from the calendar of Grace')
  })
})
