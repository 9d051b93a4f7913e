import { operations } from '@usher/contracts'
import { collectEvents, startOnce, until } from '@usher/test-kit'
import { sharePeople } from './support/people.ts'

const MEMBERS = '/account/members'

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const at = ({ caller }: { caller: { actor: string } }) => `${MEMBERS}/${caller.actor}`
  const be = (role: string) => ({ body: { role } })
  return { ...all, newOwner: all.owner, owner, at, be }
}

const shared = startOnce(start)

describe('the members of an organisation', () => {
  test('are listed oldest first, page by page, without passwords', async () => {
    const all = await start()
    await all.invited(all.owner.call, all.emailOf('bob'), 'manager')
    await all.invited(all.owner.call, all.emailOf('cleo'), 'viewer')
    const first = (await all.owner.call('GET', `${MEMBERS}?limit=2`)).body
    expect(operations.listMembers.answer.parse(first)).toEqual(first)
    const rest = (await all.owner.call('GET', `${MEMBERS}?limit=2&cursor=${first.next_cursor}`)).body
    const listed = [...first.data, ...rest.data]
    expect(listed.map(({ email, role }) => [email, role])).toEqual([
      [all.emailOf('ada'), 'owner'],
      [all.emailOf('bob'), 'manager'],
      [all.emailOf('cleo'), 'viewer'],
    ])
    expect(JSON.stringify(listed)).not.toContain('argon2')
  })

  test.each(['host', 'viewer'] as const)('cannot be listed or removed by a %s', async (role) => {
    const all = await shared()
    const { call } = await all.invited(all.owner.call, all.emailOf(`${role}`), role)
    expect((await call('GET', MEMBERS)).body.code).toBe('insufficient_scope')
    expect((await call('DELETE', all.at(all.owner))).body.code).toBe('insufficient_scope')
    expect((await call('GET', '/account/me')).status).toBe(200)
  })
})

describe('changing a role', () => {
  test("gives the member's session the new scopes and emits member.updated once", async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'viewer')
    const { status, body } = await all.owner.call('PATCH', all.at(bob), all.be('host'))
    expect([status, operations.updateMember.answer.parse(body).role]).toEqual([200, 'host'])
    expect((await all.resolve(bob.token)).credential?.scopes).toContain('guests:write')
    // The same again is no change.
    await all.owner.call('PATCH', all.at(bob), all.be('host'))
    await all.owner.call('DELETE', all.at(bob))
    const events = await until('both events', () => {
      const found = collector.of(bob.caller.actor)
      return found.length === 2 && found
    })
    expect(events).toMatchObject([
      { type: 'member.updated', sequence: 1, data: { role: 'host' }, actor: all.owner.caller.actor },
      { type: 'member.removed', sequence: 2 },
    ])
  })

  test('refuses a manager who changes, removes, promotes or invites an owner', async () => {
    const all = await start()
    const manager = await all.invited(all.owner.call, all.emailOf('bob'), 'manager')
    const host = await all.invited(manager.call, all.emailOf('cleo'), 'host')
    const invitation = { body: { email: all.emailOf('dan'), role: 'owner' } }
    const refused = [
      await manager.call('PATCH', all.at(all.owner), all.be('host')),
      await manager.call('DELETE', all.at(all.owner)),
      await manager.call('PATCH', all.at(host), all.be('owner')),
      await manager.call('PATCH', all.at(manager), all.be('owner')),
      await manager.call('POST', '/account/invitations', invitation),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('forbidden'))
    expect((await manager.call('PATCH', all.at(host), all.be('viewer'))).status).toBe(200)
  })

  test('a demoted manager can no longer remove members or invite with an old caller token', async () => {
    const all = await start()
    const manager = await all.invited(all.owner.call, all.emailOf('bob'), 'manager')
    const host = await all.invited(all.owner.call, all.emailOf('cleo'), 'host')
    await all.owner.call('PATCH', all.at(manager), all.be('viewer'))
    expect((await manager.call('DELETE', all.at(host))).body.code).toBe('forbidden')
    const invitation = { body: { email: all.emailOf('dan'), role: 'host' } }
    expect((await manager.call('POST', '/account/invitations', invitation)).body.code).toBe('forbidden')
  })

  test.each([{ role: 'king' }, { role: 'host', name: 'x' }])('answers 400 for %j', async (body) => {
    const all = await shared()
    expect((await all.owner.call('PATCH', all.at(all.owner), { body })).status).toBe(400)
  })

  test('answers 200 and changes nothing for an empty change', async () => {
    const all = await shared()
    const before = await all.owner.call('GET', all.at(all.owner))
    for (const options of [{ body: {} }, {}]) {
      const { status, body, headers } = await all.owner.call('PATCH', all.at(all.owner), options)
      expect([status, body, headers.get('etag')]).toEqual([200, before.body, before.headers.get('etag')])
    }
    const stale = { body: {}, headers: { 'if-match': '"99.0"' } }
    expect((await all.owner.call('PATCH', all.at(all.owner), stale)).status).toBe(412)
  })

  test('answers 404 for a member of another organisation', async () => {
    const all = await start()
    const stranger = await all.newOwner(all.emailOf('zoe'))
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    expect((await stranger.call('PATCH', all.at(bob), all.be('viewer'))).status).toBe(404)
    expect((await stranger.call('DELETE', all.at(bob))).status).toBe(404)
    expect((await stranger.call('GET', MEMBERS)).body.data).toHaveLength(1)
  })
})

describe('reading one member', () => {
  test('the ETag is refused for writing once the role has changed, and the new ETag is accepted', async () => {
    const all = await start()
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    const read = await all.owner.call('GET', all.at(bob))
    expect([read.status, operations.getMember.answer.parse(read.body)]).toEqual([200, read.body])
    const etag = read.headers.get('etag') ?? ''
    const changed = await all.owner.call('PATCH', all.at(bob), all.be('viewer'))
    const late = { headers: { 'if-match': etag } }
    const refused = [
      await all.owner.call('PATCH', all.at(bob), { ...all.be('manager'), ...late }),
      await all.owner.call('DELETE', all.at(bob), late),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([412, 'precondition_failed']),
    )
    const now = await all.owner.call('GET', all.at(bob))
    expect([now.body.role, now.headers.get('etag')]).toEqual(['viewer', changed.headers.get('etag')])
    const current = { headers: { 'if-match': changed.headers.get('etag') ?? '' } }
    expect((await all.owner.call('DELETE', all.at(bob), current)).status).toBe(204)
    expect((await all.owner.call('GET', all.at(bob))).status).toBe(404)
  })

  test('one of two simultaneous writes with the same ETag succeeds', async () => {
    const all = await start()
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    const headers = { 'if-match': (await all.owner.call('GET', all.at(bob))).headers.get('etag') ?? '' }
    const answers = await Promise.all(
      ['viewer', 'manager'].map((role) => all.owner.call('PATCH', all.at(bob), { ...all.be(role), headers })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})

describe('the last owner', () => {
  test('cannot be demoted or removed', async () => {
    const all = await start()
    const answers = [
      await all.owner.call('PATCH', all.at(all.owner), all.be('manager')),
      await all.owner.call('DELETE', all.at(all.owner)),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'last_owner']))
  })

  test('one owner is left when two owners demote each other at once', async () => {
    const all = await start()
    for (let round = 0; round < 5; round += 1) {
      const other = await all.invited(all.owner.call, all.emailOf(`bob${round}`), 'owner')
      const answers = await Promise.all([
        all.owner.call('PATCH', all.at(other), all.be('host')),
        other.call('PATCH', all.at(all.owner), all.be('host')),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
      const owners = await all.database
        .collection('members')
        .find({ organization_id: all.owner.caller.organization_id, role: 'owner' })
        .toArray()
      expect(owners).toHaveLength(1)
      await all.database
        .collection('members')
        .updateOne({ email: all.emailOf('ada') }, { $set: { role: 'owner' } })
      await all.owner.call('DELETE', all.at(other))
    }
  })
})

describe('removing a member', () => {
  test("ends the member's sessions and sign-in; the API keys they created stay", async () => {
    const all = await start()
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'manager')
    await bob.call('POST', '/account/api-keys', { body: { name: 'Till', scopes: ['queues:read'] } })
    expect((await all.owner.call('DELETE', all.at(bob))).status).toBe(204)
    expect((await all.resolve(bob.token)).status).toBe(404)
    expect((await all.signIn(all.emailOf('bob'))).status).toBe(401)
    expect((await all.owner.call('GET', '/account/api-keys')).body.data).toHaveLength(1)
    expect((await all.owner.call('DELETE', all.at(bob))).status).toBe(404)
  })
})
