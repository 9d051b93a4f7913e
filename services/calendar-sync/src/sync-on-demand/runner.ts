import { ClaimLost, type ClaimPool, startClaimPool } from '../claim-pool.ts'
import { statusOf } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'
import { GoogleError } from '../google/google-error.ts'
import { runSync } from './run-sync.ts'
import { NO_COUNTS, type SyncCounts, type SyncPart, type SyncRecord } from './sync.ts'

const LEASE_MS = 60_000

/** Syncs that one replica runs concurrently. */
const AT_ONCE = 8

/** Of one organisation: those of others need not wait until all of its own are done. */
const OF_ONE_AT_ONCE = AT_ONCE / 2

/** Runs requested syncs. If a replica dies, another repeats its sync, which changes nothing twice. */
export const startSyncRunner = (ctx: CalendarSyncContext): ClaimPool =>
  startClaimPool<SyncRecord>('calendar-syncs', {
    atOnce: AT_ONCE,
    due: ctx,
    claim: (active) => ctx.syncs.claim(LEASE_MS, busyOf(active)),
    nextDueAt: () => ctx.syncs.nextFreeAt(),
    work: (sync) =>
      syncAll(ctx, sync).catch((err) =>
        ctx.log.warn({ err, sync: sync._id }, 'a sync was broken off and will be repeated'),
      ),
  })

/** Organisations with as many syncs under way as one may have. */
const busyOf = (active: readonly SyncRecord[]): string[] =>
  [...Map.groupBy(active, (sync) => sync.organization_id)].flatMap(([id, its]) =>
    its.length >= OF_ONE_AT_ONCE ? [id] : [],
  )

async function syncAll(ctx: CalendarSyncContext, sync: SyncRecord): Promise<void> {
  const holding = setInterval(() => void ctx.syncs.hold(sync, LEASE_MS).catch(() => {}), LEASE_MS / 3)
  const write = async (part: SyncPart) => {
    await ctx.syncs.progress(sync, part)
    ctx.syncStreams.changed(sync._id)
  }
  try {
    let hasFailed = false
    for (const { connection_id } of sync.connections) {
      const part = await syncOne(ctx, { sync, connection_id, write })
      hasFailed ||= part.status === 'failed'
      await write(part)
    }
    await ctx.syncs.finish(sync, hasFailed ? 'failed' : 'completed', ctx.clock.now())
    ctx.syncStreams.changed(sync._id)
  } finally {
    clearInterval(holding)
  }
}

interface One {
  readonly sync: SyncRecord
  readonly connection_id: string
  write(part: SyncPart): Promise<void>
}

async function syncOne(ctx: CalendarSyncContext, { sync, connection_id, write }: One): Promise<SyncPart> {
  let counts: SyncCounts = NO_COUNTS
  const partOf = (status: SyncPart['status'], reason: SyncPart['reason'] = null): SyncPart => ({
    connection_id,
    status,
    reason,
    ...counts,
  })
  const record = await ctx.connections.find(sync.organization_id, connection_id)
  if (!record) return partOf('failed', 'disconnected')
  const status = statusOf(record)
  if (status !== 'active') return partOf('failed', status)
  await write(partOf('running'))
  const onProgress = async (sofar: SyncCounts) => {
    counts = sofar
    await write(partOf('running'))
  }
  try {
    counts = await (ctx.config.runSync ?? runSync)(ctx, record, onProgress)
    return partOf('completed')
  } catch (error) {
    if (error instanceof ClaimLost) throw error
    if (!(await ctx.connections.find(sync.organization_id, connection_id)))
      return partOf('failed', 'disconnected')
    if (error instanceof GoogleError)
      return partOf('failed', error.fault === 'auth' ? 'needs_reauth' : 'google_unavailable')
    ctx.log.error({ err: error, connection: connection_id }, 'a calendar could not be synced')
    return partOf('failed', 'internal')
  }
}
