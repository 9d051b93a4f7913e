import { type Clock, type OutboxModel, outboxModel, prepareCollections } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { type ApiKeyStore, createApiKeyStore } from './api-keys/api-key-store.ts'
import { createOrganizationStore, type OrganizationStore } from './organizations/organization-store.ts'

/** What the routes and commands of the service work with. */
export interface AccountsContext {
  readonly clock: Clock
  readonly connection: Connection
  readonly organizations: OrganizationStore
  readonly apiKeys: ApiKeyStore
  readonly outbox: OutboxModel
}

/** Registers the models on a connection and creates what the database lacks of them. */
export async function createContext(connection: Connection, clock: Clock): Promise<AccountsContext> {
  const context = {
    clock,
    connection,
    organizations: createOrganizationStore(connection),
    apiKeys: createApiKeyStore(connection),
    outbox: outboxModel(connection),
  }
  await prepareCollections(connection)
  return context
}
