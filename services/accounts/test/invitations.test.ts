import { type CloudEvent, operations } from '@usher/contracts'
import { collectEvents, startOnce, until } from '@usher/test-kit'
import { withOpenLink } from '../src/mail/sealed-link.ts'
import { PASSWORD, sharePeople } from './support/people.ts'

const INVITATIONS = '/account/invitations'

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const bob = { email: all.emailOf('Bob'), role: 'host' }
  const invite = async (body: object = bob) => await owner.call('POST', INVITATIONS, { body })
  const accept = (token: string, given: object = {}) =>
    all.open('/account/accept-invitation', { token, name: 'Bob', password: PASSWORD, ...given })
  const list = async () => (await owner.call('GET', INVITATIONS)).body
  return { ...all, newOwner: all.owner, owner, bob, invite, accept, list }
}

const shared = startOnce(start)

describe('an invitation', () => {
  test('is listed without its token, and one of 5 simultaneous acceptances succeeds', async () => {
    const all = await start()
    const { status, body, headers } = await all.invite()
    expect([status, headers.get('location')]).toEqual([201, `${INVITATIONS}/${body.id}`])
    expect(operations.createInvitation.answer.parse(body)).toEqual(body)
    const { token, ...shown } = body
    expect(await all.list()).toEqual({ data: [shown], next_cursor: null })
    expect(JSON.stringify(await all.database.collection('invitations').find().toArray())).not.toContain(token)

    const answers = await Promise.all(Array.from({ length: 5 }, () => all.accept(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404])
    const accepted = answers.find(({ status }) => status === 201)
    expect(accepted?.body).toMatchObject({
      organization: { id: all.owner.account.organization.id },
      member: { email: all.emailOf('bob'), role: 'host', name: 'Bob' },
    })
    expect((await all.signIn(all.emailOf('bob'))).status).toBe(200)
    expect((await all.list()).data).toEqual([])
  })

  test('emits one member.invited with the link, even when the request is repeated', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const headers = { 'idempotency-key': 'i1' }
    const repeat = () => all.owner.call('POST', INVITATIONS, { body: all.bob, headers })
    const [{ body }] = await Promise.all([repeat(), repeat()])
    const events = await until('the event', () => {
      const found = collector.of(body.id)
      return found.length > 0 && found
    })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: 'member.invited',
      sequence: 1,
      actor: all.owner.caller.actor,
      organizationid: all.owner.caller.organization_id,
      data: {
        id: body.id,
        organization_name: 'Bistro',
        email: all.emailOf('bob'),
        role: 'host',
        expires_at: body.expires_at,
      },
    })
    expect(withOpenLink(events[0] as CloudEvent, all.config.secretKeys).data).toMatchObject({
      link: `http://localhost:8080/accept-invitation?token=${body.token}`,
    })
  })

  test('answers 404 after a week or a withdrawal', async () => {
    const all = await start()
    const late = (await all.invite()).body
    all.clock.advance(7 * 24 * 3_600_000)
    expect((await all.accept(late.token)).status).toBe(404)
    const withdrawn = (await all.invite()).body
    expect((await all.owner.call('DELETE', `${INVITATIONS}/${withdrawn.id}`)).status).toBe(204)
    expect((await all.accept(withdrawn.token)).status).toBe(404)
    expect((await all.owner.call('DELETE', `${INVITATIONS}/${withdrawn.id}`)).status).toBe(404)
  })

  test('accepting answers 409 for an address with an account, and the invitation stays', async () => {
    const all = await start()
    const { token } = (await all.invite({ email: all.emailOf('ada'), role: 'host' })).body
    const { status, body } = await all.accept(token)
    expect([status, body.code]).toEqual([409, 'email_taken'])
    expect((await all.list()).data).toHaveLength(1)
  })

  test('repeated with one Idempotency-Key is created once', async () => {
    const all = await start()
    const headers = { 'idempotency-key': 'i1' }
    const repeat = () => all.owner.call('POST', INVITATIONS, { body: all.bob, headers })
    const answers = await Promise.all([repeat(), repeat(), repeat()])
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
    expect((await all.list()).data).toHaveLength(1)
  })

  test('is neither listed nor withdrawn by another organisation', async () => {
    const all = await start()
    const { id } = (await all.invite()).body
    const stranger = await all.newOwner(all.emailOf('zoe'))
    expect((await stranger.call('GET', INVITATIONS)).body.data).toEqual([])
    expect((await stranger.call('DELETE', `${INVITATIONS}/${id}`)).status).toBe(404)
  })

  test.each([
    [{ email: 'x' }, '/email'],
    [{ role: 'king' }, '/role'],
    [{ organization_id: 'org_1' }, '/organization_id'],
  ])('answers 400 with a pointer to the wrong field for %j', async (fault, pointer) => {
    const all = await shared()
    const { status, body } = await all.invite({ ...all.bob, ...fault })
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('cannot be accepted with a short password, a role or an unknown token', async () => {
    const all = await start()
    const { token } = (await all.invite()).body
    expect((await all.accept(token, { password: 'short' })).status).toBe(400)
    expect((await all.accept(token, { role: 'owner' })).status).toBe(400)
    expect((await all.accept('x')).status).toBe(404)
  })
})
