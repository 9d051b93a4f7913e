import { operations } from '@usher/contracts'
import { type OperationRouter, sameBytes } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { type Bounce, bounceIn } from '../providers/smtp/delivery-report.ts'
import { OWN_SMTP, type OwnMailServer } from '../providers/smtp/smtp-kind.ts'
import { provenProvider } from './proven-provider.ts'
import { type ReceiptSource, takeReceipt } from './take-receipt.ts'

/**
 * Receives bounced mail. Mail servers sign nothing: the token in the path identifies the sender of the callback, and
 * the signed recipient address proves that the mail was sent from here.
 */
export function smtpCallbacks(ctx: NotificationContext, { on }: OperationRouter): void {
  const { config, tools } = ctx
  on(operations.receiveMailBounce, async ({ params, request }) => {
    const { token } = params
    const isOwn = isTokenOf(config.smtp, token)
    const claim = { token, kind: 'smtp' as const, request, isSigned: () => true }
    const provider = isOwn ? undefined : await provenProvider(ctx, claim)
    const bounce = await bounceIn(request.body, tools.returnPaths)
    const source = provider ?? (bounce && (await ownSource(ctx, bounce)))
    if (bounce && source) {
      await takeReceipt(ctx, source, { ...bounce, status: 'failed', at: ctx.clock.now() })
    }
    return { body: null }
  })
}

const isTokenOf = (server: OwnMailServer | null, token: string): boolean =>
  server?.bounceToken != null && sameBytes(Buffer.from(server.bounceToken), Buffer.from(token))

/** The installation's mail server sends for all organisations: the mail shows for which. */
async function ownSource(
  { notifications }: NotificationContext,
  { notificationId }: Bounce,
): Promise<ReceiptSource | undefined> {
  const found = await notifications.findInAnyOrganization(notificationId)
  return found ? { _id: OWN_SMTP, kind: 'smtp', organization_id: found.organization_id } : undefined
}
