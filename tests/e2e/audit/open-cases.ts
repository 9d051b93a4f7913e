import { connectMongo } from '@usher/service-kit'
import { type Answer, sessionClient } from '@usher/test-kit'
import { givenPendingSignUp } from '../../../services/accounts/test/support/sign-ups.ts'
import { unique } from '../isolation/owner.ts'
import type { Usher } from '../stack.ts'
import type { Attempt, Case } from './attempt.ts'
import { mailedToken, newPerson } from './people.ts'

const PASSWORD = 'correct horse battery'
const RESET = '/account/password-reset'

/** A sign-up pending as on an installation that verifies addresses, which this one does not. */
async function pendingSignUp({ stack }: Usher, email: string) {
  const connection = await connectMongo(stack.environments.accounts?.MONGODB_URL ?? '')
  try {
    return await givenPendingSignUp(connection, email, PASSWORD)
  } finally {
    await connection.destroy()
  }
}

/** Operations before sign-in. If no account is known, no organisation can know of it either. */
export function openCases(usher: Usher): Readonly<Record<string, Case>> {
  const { url } = usher.stack
  const signUpOf = (email: string) => ({ organization_name: 'New', name: 'Ada', email, password: PASSWORD })
  const memberOf = ({ body }: Answer): string => body.member.id
  return {
    signUp: {
      accepted({ open }) {
        const email = `${unique()}@usher.test`
        return {
          call: open,
          body: signUpOf(email),
          actor: memberOf,
          resource: ({ body }) => body.organization.id,
          reader: () => sessionClient(url, { email, password: PASSWORD }),
        }
      },
      refused: ({ open }) => ({ call: open, body: signUpOf(usher.demo.email), reader: null }),
    },
    signIn: {
      async accepted(owner) {
        const { id, email, password } = await newPerson(usher, owner)
        return { call: owner.open, body: { email, password }, actor: id, resource: /^ses_/ }
      },
      async refused(owner) {
        const { id, email } = await newPerson(usher, owner)
        return { call: owner.open, body: { email, password: 'wrong' }, actor: id, resource: id }
      },
    },
    acceptInvitation: {
      async accepted(owner) {
        const invitation = { email: `${unique()}@usher.test`, role: 'host' }
        const { token } = await owner.ask('POST', '/account/invitations', invitation)
        const body = { token, name: 'Bob', password: PASSWORD }
        return { call: owner.open, body, actor: memberOf, resource: memberOf }
      },
      refused: ({ open }) => unknown(open),
    },
    verifyEmail: {
      async accepted({ open }) {
        const email = `${unique()}@usher.test`
        const { token, member } = await pendingSignUp(usher, email)
        return {
          call: open,
          body: { token, password: PASSWORD },
          actor: member._id,
          resource: member._id,
          reader: () => sessionClient(url, { email, password: PASSWORD }),
        }
      },
      refused: ({ open }) => ({ call: open, body: { token: 'unknown', password: PASSWORD }, reader: null }),
    },
    requestPasswordReset: {
      async accepted(owner) {
        const { id, email } = await newPerson(usher, owner)
        return { call: owner.open, body: { email }, actor: 'anonymous', resource: id }
      },
      refused: ({ open }) => ({ call: open, body: { email: 'none' }, reader: null }),
    },
    confirmPasswordReset: {
      async accepted({ open, ...owner }) {
        const { id, email } = await newPerson(usher, { open, ...owner })
        await open('POST', RESET, { body: { email } })
        const body = { token: await mailedToken(usher, email), password: PASSWORD }
        return { call: open, body, actor: id, resource: id }
      },
      refused: ({ open }) => ({
        call: open,
        body: { token: 'unknown', password: PASSWORD },
        reader: null,
      }),
    },
  }
}

const unknown = (call: NonNullable<Attempt['call']>): Attempt => ({
  call,
  body: { token: 'unknown', name: 'Bob', password: PASSWORD },
  reader: null,
})
