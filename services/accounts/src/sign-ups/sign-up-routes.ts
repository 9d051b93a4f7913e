import { operations } from '@usher/contracts'
import {
  inTransaction,
  isDuplicateKey,
  mailboxOf,
  notFound,
  type OperationRouter,
  type Origin,
  type Reply,
} from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { isPassword, wrongProof } from '../members/passwords.ts'
import { insertAccount, signUp } from './sign-up.ts'

/** Routes for signing up. */
export function signUpRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.signUp, async ({ body, clientAddress, ...request }) => {
    await context.guard.require('sign_up', { account: mailboxOf(body.email), address: clientAddress })
    return await signUp(context, body, request)
  })

  on(operations.verifyEmail, async ({ body, clientAddress, origin }) => {
    await context.guard.require('reset', { address: clientAddress })
    return await confirmSignUp(context, body, origin)
  })
}

/**
 * Creates the account of a sign-up for whoever has both the mail and the password: the reader of the mail may
 * not be the person who signed up.
 *
 * @throws ProblemError `not_found` for a token that is unknown, used or expired, or whose address has an
 * account by now; `invalid_proof`, after which the link still works
 */
async function confirmSignUp(
  context: ServiceContext,
  { token, password }: { readonly token: string; readonly password: string },
  origin: Pick<Origin, 'requestId' | 'traceparent'>,
): Promise<Reply<null>> {
  const { connection, pendingSignUps, clock } = context
  const now = clock.now()
  const signUp = await pendingSignUps.findByToken(token, now)
  if (!signUp) throw gone()
  const { _id, member, organization } = signUp
  if (!(await isPassword(password, member.password_hash))) throw wrongProof(member)
  const account = {
    organization: { ...organization, created_at: now, verified_at: now },
    member: { ...member, created_at: now },
  }
  try {
    return await inTransaction(connection, async (session) => {
      if (!(await pendingSignUps.delete(_id, session))) throw gone()
      await insertAccount(session, context, account, origin)
      return {
        body: null,
        audit: { organization_id: organization._id, actor: member._id, resource: member._id },
      }
    })
  } catch (error) {
    if (isDuplicateKey(error)) throw gone()
    throw error
  }
}

const gone = () => notFound('e-mail verification')
