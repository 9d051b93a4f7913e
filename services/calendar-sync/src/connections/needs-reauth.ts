import { calendarNeedsReauth } from '@usher/contracts'
import { appendToOutbox, type Clock, inTransaction, newEvent, newId, type Outbox } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import type { ProviderStore } from '../providers/provider-store.ts'
import type { ConnectionRecord } from './connection.ts'
import type { ConnectionStore } from './connection-store.ts'

interface Needed {
  readonly clock: Clock
  readonly connection: Connection
  readonly connections: ConnectionStore
  readonly outbox: Outbox
  readonly providers: ProviderStore
}

/**
 * Notes that Google rejects a connection's tokens and alerts its owners, once; unless the tokens have changed since.
 */
export async function noteNeedsReauth(
  { clock, connection, connections, outbox, providers }: Needed,
  { _id, organization_id, token_version }: ConnectionRecord,
): Promise<void> {
  await inTransaction(connection, async (session) => {
    const record = await connections.find(organization_id, _id, session)
    if (!record || record.token_version !== token_version || record.needs_reauth_since) return
    const since = clock.now()
    const alerts = record.alerts + 1
    if (!(await connections.change(record, { needs_reauth_since: since, alerts }, session))) {
      throw new Error('the connection was changed meanwhile')
    }
    const provider_name = await providers.nameOf(organization_id, record.provider_id)
    const event = newEvent(calendarNeedsReauth, {
      subject: _id,
      sequence: alerts,
      time: since,
      origin: { organizationId: organization_id, actor: 'system', requestId: newId('request') },
      data: { id: _id, provider_id: record.provider_id, provider_name, since: since.toISOString() },
    })
    await appendToOutbox(outbox, [event], session)
  })
}
