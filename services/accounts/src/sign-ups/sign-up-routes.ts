import { operations } from '@usher/contracts'
import { mailboxOf, type OpenOperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { confirmSignUp } from './confirm-sign-up.ts'
import { signUp } from './sign-up.ts'

/** Routes for signing up. */
export function signUpRoutes(context: ServiceContext, { on }: OpenOperationRouter): void {
  on(operations.signUp, async ({ body, clientAddress, ...request }) => {
    await context.guard.require('sign_up', { account: mailboxOf(body.email), address: clientAddress })
    return await signUp(context, body, request)
  })

  on(operations.verifyEmail, async ({ body, clientAddress, origin }) => {
    await context.guard.require('reset', { address: clientAddress })
    return await confirmSignUp(context, body, origin)
  })
}
