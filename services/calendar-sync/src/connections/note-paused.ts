import { calendarPaused } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, newId } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import type { Breaker, ConnectionRecord } from './connection.ts'

type Context = Pick<CalendarSyncContext, 'connection' | 'connections' | 'outbox' | 'providers'>

/** Pauses a connection from which many events vanished and alerts its owners, unless it is already paused. */
export async function notePaused(
  { connection, connections, outbox, providers }: Context,
  { _id, organization_id, provider_id }: ConnectionRecord,
  breaker: Breaker,
): Promise<void> {
  await inTransaction(connection, async (session) => {
    const record = await connections.find(organization_id, _id, session)
    if (!record || record.breaker) return
    const { tripped_at: at, vanished, of } = breaker
    const alerts = record.alerts + 1
    const paused = { breaker, alerts, updated_at: at }
    if (!(await connections.change(record, paused, session)))
      throw new Error('the connection was changed meanwhile')
    const provider_name = await providers.nameOf(organization_id, provider_id)
    const event = newEvent(calendarPaused, {
      subject: _id,
      sequence: alerts,
      time: at,
      origin: { organizationId: organization_id, actor: 'system', requestId: newId('request') },
      data: { id: _id, provider_id, provider_name, since: at.toISOString(), vanished, of },
    })
    await appendToOutbox(outbox, [event], session)
  })
}
