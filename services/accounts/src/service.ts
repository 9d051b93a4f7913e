import { eventQueue } from '@usher/contracts'
import { defineService } from '@usher/service-kit'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { createAuditHandler } from './audit/record-events.ts'
import { startSettling } from './audit/settle.ts'
import { createServiceContext, type ServiceContext } from './context.ts'
import { credentialRoutes } from './credentials/credential-routes.ts'
import { grantRoutes } from './grants/grant-routes.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { mailOutboxConsumer } from './mail/mail-outbox.ts'
import { mailConsumer } from './mail/mailer.ts'
import { memberAlertConsumers } from './member-alerts/member-alerts.ts'
import { memberRoutes } from './members/member-routes.ts'
import { oauthClientRoutes } from './oauth/oauth-client-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { brandRoutes } from './organizations/brand-routes.ts'
import { organizationRoutes } from './organizations/organization-routes.ts'
import { pageErrorRoutes } from './page-errors/page-error-routes.ts'
import { openPasswordRoutes, passwordRoutes } from './passwords/password-routes.ts'
import { createAnswerHandler } from './privacy/gather-answers.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { requestLogRoutes } from './request-log/request-log-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { openRoutes } from './sign-in/open-routes.ts'
import { signUpRoutes } from './sign-ups/sign-up-routes.ts'
import { usageConsumer } from './usage/on-requests-recorded.ts'
import { usageRoutes } from './usage/usage-routes.ts'

export type { AccountsConfig } from './config.ts'

/** The accounts service: organisations, members, credentials, OAuth, usage and the audit trail. */
export const accountsService = defineService({
  name: 'accounts',
  context: createServiceContext,
  jobs: async (ctx: ServiceContext) => ({ audit: startSettling(ctx) }),
  consumers: (ctx) => [
    ...mailConsumers(ctx),
    usageConsumer(ctx),
    ...memberAlertConsumers(ctx),
    ...auditConsumers(ctx),
    { ...eventQueue('accounts.privacy'), handle: createAnswerHandler(ctx) },
  ],
  routes: [
    credentialRoutes,
    openRoutes,
    openPasswordRoutes,
    signUpRoutes,
    brandRoutes,
    sessionRoutes,
    pageErrorRoutes,
    passwordRoutes,
    secondFactorRoutes,
    apiKeyRoutes,
    oauthClientRoutes,
    grantRoutes,
    memberRoutes,
    invitationRoutes,
    organizationRoutes,
    privacyRoutes,
    usageRoutes,
    requestLogRoutes,
    auditRoutes,
    oauthRoutes,
  ],
})

export type AccountsService = Awaited<ReturnType<typeof accountsService.start>>

function mailConsumers(ctx: ServiceContext) {
  const { mail, mailOutbox } = ctx
  if (!mail && mailOutbox === undefined) ctx.log.warn('no mail is sent to members: SMTP_URL is not set')
  return [
    ...(mailOutbox === undefined ? [] : [mailOutboxConsumer(ctx, mailOutbox)]),
    ...(mail ? [mailConsumer(ctx, mail)] : []),
  ]
}

/** Nobody waits for the audit trail, so many events are gathered per transaction. */
function auditConsumers(ctx: ServiceContext) {
  const handle = createAuditHandler(ctx)
  return [
    // Requests recorded by the gateway; an event has up to 200, and is up to 800 kB.
    { ...eventQueue('accounts.audit-records'), prefetch: 64, gatherMs: 250, handle },
    // Changes, in case the record of a request is lost. Handled after the gateway has reported the requests, which it
    // does every 2 s, so that nearly all need only a lookup.
    { ...eventQueue('accounts.audit'), prefetch: 1_000, gatherMs: 3_000, handle },
  ]
}
