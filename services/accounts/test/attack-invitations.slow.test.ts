import type { Role } from '@usher/contracts'
import { PASSWORD, startWithPeople } from './support/people.ts'

const INVITATIONS = '/account/invitations'

let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople()
})
afterAll(() => all[Symbol.asyncDispose]())

type Owner = Awaited<ReturnType<typeof all.owner>>

const invite = ({ call }: Owner, email: string, key?: string) =>
  call('POST', INVITATIONS, {
    body: { email, role: 'host' },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const accepted = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 201).length

describe('attack: flood strangers with invitations', () => {
  test('accepts 3 of 40 invitations by one organisation to one stranger', async () => {
    const owner = await all.owner('one@usher.test')
    const answers = []
    for (let n = 0; n < 40; n += 1) answers.push(await invite(owner, 'stranger@example.com'))
    expect(accepted(answers)).toBe(3)
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(80_000)
    const kept = await all.database.collection('throttles').find().toArray()
    expect(JSON.stringify(kept)).not.toContain('stranger@')
  })

  test('accepts 3 invitations to one person whose address is spelt in many ways', async () => {
    const owner = await all.owner('spelling@usher.test')
    const spellings = [
      'ada@gmail.com',
      'ADA@gmail.com',
      'a.d.a@gmail.com',
      'ada+1@gmail.com',
      'a.da+2@googlemail.com',
    ]
    const answers = []
    for (const email of [...spellings, 'ada+3@gmail.com']) answers.push(await invite(owner, email))
    expect(accepted(answers)).toBe(3)
  })

  test('accepts 10 invitations to the same stranger by 12 organisations', async () => {
    const owners = await Promise.all(
      Array.from({ length: 12 }, (_, n) => all.owner(`many${n}@usher.test`, `192.0.2.${n}`)),
    )
    const answers = await Promise.all(owners.map((owner) => invite(owner, 'popular@example.com')))
    expect(accepted(answers)).toBe(10)
  })

  test('accepts 50 of 60 invitations by one organisation in a day', async () => {
    const owner = await all.owner('list@usher.test')
    const answers = []
    for (let n = 0; n < 60; n += 1) answers.push(await invite(owner, `person${n}@example.com`))
    expect(accepted(answers)).toBe(50)
  })

  test('counts an invitation repeated under one idempotency key once', async () => {
    const owner = await all.owner('repeat@usher.test')
    for (let n = 0; n < 5; n += 1) expect((await invite(owner, 'bob@example.com', 'k')).status).toBe(201)
    expect((await invite(owner, 'bob@example.com')).status).toBe(201)
  })
})

describe('attack: come back by an invitation of one’s own', () => {
  const accept = (token: string) =>
    all.open('/account/accept-invitation', { token, name: 'Back', password: PASSWORD })
  const given = async (name: string, role: Role) => {
    const owner = await all.owner(`${name}-owner@usher.test`, '192.0.2.90')
    const inviter = await all.invited(owner.call, `${name}@usher.test`, role)
    const body = { email: `${name}-back@usher.test`, role }
    const { token } = (await inviter.call('POST', INVITATIONS, { body })).body
    return { owner, path: `/account/members/${inviter.caller.actor}`, token }
  }

  test.each(['owner', 'manager'] as const)(
    'answers 404 to an invitation by an %s who has since been removed',
    async (role) => {
      const { owner, path, token } = await given(`removed-${role}`, role)
      expect((await owner.call('DELETE', path)).status).toBe(204)
      expect((await accept(token)).status).toBe(404)
    },
  )

  test("answers 404 to an owner's invitation by a member who has since become a manager", async () => {
    const { owner, path, token } = await given('demoted', 'owner')
    expect((await owner.call('PATCH', path, { body: { role: 'manager' } })).status).toBe(200)
    expect((await accept(token)).status).toBe(404)
    expect((await owner.call('PATCH', path, { body: { role: 'owner' } })).status).toBe(200)
    expect((await accept(token)).status).toBe(201)
  })
})
