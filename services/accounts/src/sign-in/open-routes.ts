import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { SESSION_SECONDS, signedInNote } from '../sessions/session.ts'
import { DEVICE_SECONDS } from './known-device-store.ts'
import { signIn } from './sign-in.ts'

/** Routes for people who are not signed in. */
export function openRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.acceptInvitation, async ({ body, clientAddress, ...request }) => {
    await context.guard.require('acceptance', { address: clientAddress })
    return await acceptInvitation(context, body, request)
  })

  // No Idempotency-Key: the stored response would be a second copy of the session cookie.
  on(operations.signIn, async ({ body, clientAddress, userAgent, device: known }) => {
    const { record, token, device } = await signIn(context, body, { clientAddress, userAgent, device: known })
    return {
      body: { csrf_token: record.csrf_token, expires_at: record.expires_at.toISOString() },
      headers: {
        'set-cookie': [
          context.cookie.set(token, SESSION_SECONDS),
          context.deviceCookie.set(device, DEVICE_SECONDS),
        ],
      },
      audit: signedInNote(record),
    }
  })
}
