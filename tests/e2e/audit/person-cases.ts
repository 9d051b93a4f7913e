import type { Owner } from '../isolation/owner.ts'
import type { Usher } from '../stack.ts'
import type { Case } from './attempt.ts'
import { beginFactor, codeOf, newPerson, type Person, switchOn } from './people.ts'

const WRONG = 'not the password'
const NEW = 'a whole new password'

/** Operations of people on what is theirs alone. */
export function personCases(usher: Usher): Readonly<Record<string, Case>> {
  /** Uses a new person for each request, identified by session or body. */
  const own = (ask: (person: Person) => object | Promise<object>) => async (owner: Owner) => {
    const person = await newPerson(usher, owner)
    const { call, id } = person
    return { call, actor: id, resource: id, body: await ask(person) }
  }
  return {
    updateMe: {
      accepted: own(() => ({ name: 'Other' })),
      async refused(owner) {
        const { resource: _, ...attempt } = await own(() => ({}))(owner)
        return { ...attempt, body: { name: '' } }
      },
    },
    reportPageError: {
      accepted: own(() => ({ message: 'TypeError', stack: [], path: '/queues/:id', version: '0.1.0' })),
      async refused(owner) {
        const { resource: _, ...attempt } = await own(() => ({}))(owner)
        return { ...attempt, body: { path: '/queues/q_1' } }
      },
    },
    changePassword: {
      accepted: own(({ password }) => ({ current_password: password, new_password: NEW })),
      refused: own(() => ({ current_password: WRONG, new_password: NEW })),
    },
    beginSecondFactor: {
      accepted: own(({ password }) => ({ password })),
      refused: own(() => ({ password: WRONG })),
    },
    confirmSecondFactor: {
      accepted: own(async (person) => ({ totp: codeOf(await beginFactor(person)) })),
      refused: own(async (person) => ({ totp: codeOf(await beginFactor(person), -9) })),
    },
    renewRecoveryCodes: {
      accepted: own(async (person) => ({ totp: codeOf((await switchOn(person)).secret) })),
      refused: own(async (person) => ({ totp: codeOf((await switchOn(person)).secret, -9) })),
    },
    removeSecondFactor: {
      accepted: own(async (person) => {
        const [recovery_code] = (await switchOn(person)).recoveryCodes
        return { password: person.password, recovery_code }
      }),
      refused: own(async (person) => {
        await switchOn(person)
        return { password: WRONG, totp: '123456' }
      }),
    },
    signOut: {
      async accepted(owner) {
        const { id, call } = await newPerson(usher, owner)
        const session = (await call('GET', '/account/me')).body.session_id
        return { call, actor: id, resource: session }
      },
      async refused(owner) {
        const { id, call } = await newPerson(usher, owner)
        return { call, actor: id, headers: { 'x-csrf-token': 'wrong' } }
      },
    },
  }
}
