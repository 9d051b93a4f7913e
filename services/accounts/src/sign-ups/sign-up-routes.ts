import { operations } from '@usher/contracts'
import type { OpenOperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { confirmSignUp } from './confirm-sign-up.ts'
import { signUp } from './sign-up.ts'

/** Routes for signing up. */
export function signUpRoutes(context: ServiceContext, { on }: OpenOperationRouter): void {
  on(operations.signUp, async ({ body, clientAddress, ...request }) => {
    await context.throttle.beforeSignUp({ email: body.email, address: clientAddress })
    return await signUp(context, body, request)
  })

  on(operations.verifyEmail, async ({ body, clientAddress, origin }) => {
    await context.throttle.beforeReset(clientAddress)
    return await confirmSignUp(context, body, origin)
  })
}
