import { ROLES, type Role } from '@usher/contracts'
import { startWithPeople } from './support/people.ts'

const REQUESTS = '/account/privacy-requests'
const EXPORT_ALL = { kind: 'export', subject: { organization: true } }

type People = Awaited<ReturnType<typeof startWithPeople>>
let all: People
let owner: Awaited<ReturnType<People['owner']>>
let id: string
beforeAll(async () => {
  all = await startWithPeople()
  owner = await all.owner()
  const asked = await owner.call('POST', REQUESTS, { body: EXPORT_ALL })
  expect(asked.status).toBe(202)
  id = asked.body.id
  // As if every service had answered.
  const at = new Date()
  const expires_at = new Date(at.getTime() + 3_600_000)
  const done = { completed_at: at, expires_at }
  await all.database.collection<{ _id: string }>('privacy_requests').updateOne({ _id: id }, { $set: done })
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

/** What each role is answered: to asking for all of the organisation, to fetching what an owner asked for. */
const ANSWERS: Readonly<Record<Role, readonly (number | string)[]>> = {
  owner: [202, 200],
  manager: ['forbidden', 'forbidden'],
  host: ['insufficient_scope', 'insufficient_scope'],
  viewer: ['insufficient_scope', 'insufficient_scope'],
}

describe('the export of a whole organisation', () => {
  test.each(Object.keys(ROLES) as Role[])(
    'requesting and fetching the full export as a %s succeeds only for an owner',
    async (role) => {
      const { call } = await all.invited(owner.call, `${role}@usher.test`, role)
      const answers = [
        await call('POST', REQUESTS, { body: EXPORT_ALL }),
        await call('GET', `${REQUESTS}/${id}/result`),
      ]
      expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(ANSWERS[role])
    },
  )

  test('refuses the result to a former owner who is now a manager', async () => {
    const other = await all.invited(owner.call, 'former@usher.test', 'owner')
    const path = `/account/members/${other.caller.actor}`
    await owner.call('PATCH', path, { body: { role: 'manager' } })
    expect((await other.call('GET', `${REQUESTS}/${id}/result`)).body.code).toBe('forbidden')
  })

  test('lets a manager request the export of one guest, whose result is pending, not forbidden', async () => {
    const manager = await all.invited(owner.call, 'guests@usher.test', 'manager')
    const body = { kind: 'export', subject: { phone: '+14155550123' } }
    const asked = await manager.call('POST', REQUESTS, { body })
    expect(asked.status).toBe(202)
    const result = await manager.call('GET', `${REQUESTS}/${asked.body.id}/result`)
    expect(result.body.code).toBe('invalid_transition')
  })
})
