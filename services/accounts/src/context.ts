import {
  type Clock,
  type Cursors,
  createCursors,
  IdempotencyStore,
  type OutboxModel,
  outboxModel,
  prepareCollections,
  type SecretKey,
  sessionCookie,
} from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { type ApiKeyStore, createApiKeyStore } from './api-keys/api-key-store.ts'
import type { AccountsConfig } from './config.ts'
import { createInvitationStore, type InvitationStore } from './invitations/invitation-store.ts'
import { createMemberStore, type MemberStore } from './members/member-store.ts'
import { createThrottle, type Throttle } from './members/throttle.ts'
import { createOrganizationStore, type OrganizationStore } from './organizations/organization-store.ts'
import { createPrivacyStore, type PrivacyStore } from './privacy/privacy-store.ts'
import { createSessionStore, type SessionStore } from './sessions/session-store.ts'

/** What every part of the service works with, and all that commands on the database alone have. */
export interface AccountsContext {
  readonly clock: Clock
  readonly connection: Connection
  readonly organizations: OrganizationStore
  readonly members: MemberStore
  readonly sessions: SessionStore
  readonly invitations: InvitationStore
  readonly apiKeys: ApiKeyStore
  readonly privacy: PrivacyStore
  readonly outbox: OutboxModel
}

/** What the routes work with besides. */
export interface ServiceContext extends AccountsContext {
  readonly cursors: Cursors
  readonly idempotency: IdempotencyStore
  readonly throttle: Throttle
  /** Seal what is exported, newest first. */
  readonly secretKeys: readonly SecretKey[]
  readonly cookie: ReturnType<typeof sessionCookie>
}

/** Registers the models on a connection and creates what the database lacks of them. */
export async function createContext(connection: Connection, clock: Clock): Promise<AccountsContext> {
  const context = {
    clock,
    connection,
    organizations: createOrganizationStore(connection),
    members: createMemberStore(connection),
    sessions: createSessionStore(connection),
    invitations: createInvitationStore(connection),
    apiKeys: createApiKeyStore(connection),
    privacy: createPrivacyStore(connection),
    outbox: outboxModel(connection),
  }
  await prepareCollections(connection)
  return context
}

export async function createServiceContext(
  connection: Connection,
  config: AccountsConfig,
  clock: Clock,
): Promise<ServiceContext> {
  const idempotency = new IdempotencyStore(connection, config.secretKeys)
  return {
    ...(await createContext(connection, clock)),
    idempotency,
    secretKeys: config.secretKeys,
    cursors: createCursors(config.secretKeys),
    throttle: await createThrottle(connection),
    cookie: sessionCookie(config.publicUrl),
  }
}
