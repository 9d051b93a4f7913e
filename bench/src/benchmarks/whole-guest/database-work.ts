import type { Connection } from 'mongoose'

/** Work of a MongoDB server so far, for all its clients. */
export interface DatabaseWork {
  /** Commands by name. */
  readonly commands: Readonly<Record<string, number>>
  readonly oplogBytes: number
}

/** The fields used from the response to `serverStatus`. */
interface ServerStatus {
  readonly metrics: { readonly commands: Readonly<Record<string, { readonly total?: number }>> }
}

/** Commands that only the measurement sends. */
const OF_METER: ReadonlySet<string> = new Set(['serverStatus', 'collStats', 'listDatabases', 'count'])

export async function readDatabaseWork(admin: Connection): Promise<DatabaseWork> {
  const client = admin.getClient()
  const { metrics } = (await client.db('admin').command({ serverStatus: 1 })) as unknown as ServerStatus
  const { size } = await client.db('local').command({ collStats: 'oplog.rs' })
  const totals = Object.entries(metrics.commands)
    .filter(([name]) => !OF_METER.has(name))
    .map(([name, { total = 0 }]) => [name, Number(total)])
  return { commands: Object.fromEntries(totals), oplogBytes: Number(size) }
}
