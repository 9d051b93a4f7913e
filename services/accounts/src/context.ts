import {
  type Clock,
  createCursors,
  createGuard,
  deviceCookie,
  type Foundation,
  IdempotencyStore,
  inboxOf,
  outboxOf,
  prepareCollections,
  readGauge,
  secondsSince,
  sessionCookie,
} from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { ApiKeyStore } from './api-keys/api-key-store.ts'
import { AuditStore } from './audit/audit-store.ts'
import { chainKeys } from './audit/chain.ts'

import type { AccountsConfig } from './config.ts'
import { ArtifactStore } from './grants/artifact-store.ts'
import { ACCOUNT_POLICIES } from './guard-policies.ts'
import { InvitationStore } from './invitations/invitation-store.ts'
import { MemberStore } from './members/member-store.ts'
import { OAuthClientStore } from './oauth/oauth-client-store.ts'
import { createSigningKeys } from './oauth/signing-key-store.ts'
import { LogoStore } from './organizations/logo-store.ts'
import { OrganizationStore } from './organizations/organization-store.ts'
import { PasswordResetStore } from './passwords/password-reset-store.ts'
import { PrivacyStore } from './privacy/privacy-store.ts'
import { RequestLogStore } from './request-log/request-log-store.ts'
import { SecondFactorStore } from './second-factor/second-factor-store.ts'
import { SessionStore } from './sessions/session-store.ts'
import { KnownDeviceStore } from './sign-in/known-device-store.ts'
import { PendingSignUpStore } from './sign-ups/pending-sign-up-store.ts'
import { LossStore } from './usage/loss-store.ts'
import { UsageStore } from './usage/usage-store.ts'

/** Registers the models on a connection and creates missing collections and indexes. */
export async function createContext(connection: Connection, clock: Clock) {
  const context = {
    clock,
    connection,
    organizations: new OrganizationStore(connection),
    logos: new LogoStore(connection),
    members: new MemberStore(connection),
    passwordResets: new PasswordResetStore(connection),
    pendingSignUps: new PendingSignUpStore(connection),
    secondFactors: new SecondFactorStore(connection),
    sessions: new SessionStore(connection),
    knownDevices: new KnownDeviceStore(connection),
    invitations: new InvitationStore(connection),
    apiKeys: new ApiKeyStore(connection),
    oauthClients: new OAuthClientStore(connection),
    usage: new UsageStore(connection),
    usageLosses: new LossStore(connection),
    requestLog: new RequestLogStore(connection),
    privacy: new PrivacyStore(connection),
    outbox: outboxOf(connection),
    audit: new AuditStore(connection),
  }
  await prepareCollections(connection)
  return context
}

/** Shared by the whole service; commands on the database have only this. */
export type AccountsContext = Awaited<ReturnType<typeof createContext>>

/** Builds the context of the service. */
export async function createServiceContext(foundation: Foundation, config: AccountsConfig) {
  const { connection, clock } = foundation
  const idempotency = new IdempotencyStore(connection, config.secretKeys)
  const inbox = inboxOf(connection)
  const context = {
    ...foundation,
    ...(await createContext(connection, clock)),
    /** The mail server for members; without one no mail is sent. */
    mail: config.mail ?? null,
    /** Folder for mails, for development. */
    mailOutbox: config.mailOutbox,
    idempotency,
    inbox,
    auditKeys: chainKeys(config.secretKeys),
    cursors: createCursors(config.secretKeys),
    guard: await createGuard(connection, ACCOUNT_POLICIES),
    /** Whether sign-up requires following a link in a mail. */
    verifiesAddresses: config.verifiesAddresses ?? false,
    artifacts: new ArtifactStore(connection, config.secretKeys),
    signingKeys: createSigningKeys(connection, config.secretKeys, clock),
    cookie: sessionCookie(config.publicUrl),
    deviceCookie: deviceCookie(config.publicUrl),
    /** Encrypt secrets that must be read back. */
    secretKeys: config.secretKeys,
    /** Public URL of the gateway: base of links in mails, and the issuer of access tokens. */
    publicUrl: config.publicUrl,
  }
  registerAuditMetrics(context)
  return context
}

/** Additionally available to routes. */
export type ServiceContext = Awaited<ReturnType<typeof createServiceContext>>

/** Every replica reports the same values. */
function registerAuditMetrics({
  audit,
  clock,
  log,
  metrics,
}: Foundation & Pick<AccountsContext, 'audit'>): void {
  readGauge(
    { log, metrics },
    {
      name: 'usher_audit_oldest_due_seconds',
      help: 'How long the event has been due for the audit trail that has waited for longest',
      read: async (self) => self.set(secondsSince(await audit.oldestDue(clock.now()), clock.now())),
    },
  )
}
