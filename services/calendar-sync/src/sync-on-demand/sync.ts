import type { CalendarSync } from '@usher/contracts'
import { newId } from '@usher/service-kit'

/** Changes made by a sync, on both sides together. */
export type SyncCounts = Pick<CalendarSync, 'created' | 'updated' | 'deleted' | 'skipped' | 'conflicts'>

export const NO_COUNTS: SyncCounts = { created: 0, updated: 0, deleted: 0, skipped: 0, conflicts: 0 }

/** A sync's state for one connection. */
export type SyncPart = CalendarSync['connections'][number]

/** A sync on demand, as stored. */
export interface SyncRecord {
  readonly _id: string
  readonly organization_id: string
  readonly status: CalendarSync['status']
  readonly connections: readonly SyncPart[]
  /** Lease of the replica that runs it: after it, another takes over. */
  readonly leased_until: Date
  /** What identifies the claim of that replica. Absent: none ran it yet. */
  readonly claim?: string
  /** Grows with each change. */
  readonly version: number
  readonly created_at: Date
  readonly completed_at: Date | null
}

/** A new sync of these connections, to be run as soon as possible; without connections it is done. */
export function newSync(organizationId: string, connectionIds: readonly string[], now: Date): SyncRecord {
  const isDone = connectionIds.length === 0
  return {
    _id: newId('calendarSync'),
    organization_id: organizationId,
    status: isDone ? 'completed' : 'queued',
    connections: connectionIds.map((connection_id) => ({
      connection_id,
      status: 'queued',
      ...NO_COUNTS,
      reason: null,
    })),
    leased_until: new Date(0),
    version: 1,
    created_at: now,
    completed_at: isDone ? now : null,
  }
}

export const isOver = ({ status }: Pick<SyncRecord, 'status'>): boolean =>
  status === 'completed' || status === 'failed'

export function presentSync(record: SyncRecord): CalendarSync {
  const { _id, status, connections, created_at, completed_at } = record
  const sum = (name: keyof SyncCounts) => connections.reduce((total, part) => total + part[name], 0)
  return {
    id: _id,
    status,
    created: sum('created'),
    updated: sum('updated'),
    deleted: sum('deleted'),
    skipped: sum('skipped'),
    conflicts: sum('conflicts'),
    connections: connections.map((part) => ({ ...part })),
    created_at: created_at.toISOString(),
    completed_at: completed_at?.toISOString() ?? null,
  }
}
