import { eventQueue, type PrivacyRecords, type PrivacyService } from '@usher/contracts'
import type { Connection } from 'mongoose'
import { MINUTE_MS } from '../durations.ts'
import { startEventJobs } from '../events/event-jobs.ts'
import type { Foundation } from '../service/foundation.ts'
import { deleteOrganizationRecords } from '../store/connection.ts'
import { type Job, NO_JOB } from '../work/job.ts'
import type { Erasing, Person, PersonalData, Whose } from './personal-data-store.ts'
import { createPrivacyStep, type PrivacyOutcome, type PrivacyRequest } from './privacy-step.ts'
import { type RetentionOptions, startRetentionJob } from './retention-job.ts'

/** After this many ms, what was under way when a privacy request was made has reached every service. */
const ALL_HERE_MS = 2 * MINUTE_MS

/** Records per answer: at some kB each, far below the broker's message limit. */
const EXPORTED_AT_ONCE = 200

/** Records of a person erased per step and store. */
const ERASED_AT_ONCE = 200

/** Records of an organisation deleted per step and store. */
const DELETED_AT_ONCE = 1_000

/** What a service exports, erases and keeps for a time. Stores are gone through in the order of the lists. */
export interface PrivacyPlan {
  readonly service: Exclude<PrivacyService, 'accounts'>
  readonly people: {
    /** Ids of a person besides the address, by which more of their records are found. */
    readonly identify?: (person: Omit<Person, 'ids'>) => Promise<readonly string[]>
    readonly exported: readonly PersonalData[]
    readonly erased: readonly PersonalData[]
    /** Whether to erase again after {@link ALL_HERE_MS}, for what arrived meanwhile. */
    readonly isRepeated: boolean
  }
  readonly organization: {
    readonly exported: readonly PersonalData[]
    /** Deleted first, and counted. */
    readonly deleted: readonly (PersonalData | { deleteAllOf(organizationId: string): Promise<number> })[]
    /** Deleted afterwards together with all collections of {@link organizationSchema}, and not counted. */
    readonly alsoDeleted: readonly { deleteAllOf(organizationId: string): Promise<void> }[]
    readonly isRepeated: boolean
  }
  /** Absent: nothing here depends on the retention periods that organisations set. */
  readonly retention?: RetentionOptions
}

/** Progress of a privacy request. */
interface PrivacyState {
  /** Index of the current store in its list. */
  readonly store: number
  /** Id of the last record of that store handled. */
  readonly after: string
  /** Ids of the person found so far: an erasure removes the address that finds them. */
  readonly ids: readonly string[]
  /** Answers sent. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** Completed passes over all stores. */
  readonly passes: number
}

type Outcome = PrivacyOutcome<PrivacyState>

const START: PrivacyState = { store: 0, after: '', ids: [], parts: 0, records: 0, passes: 0 }

/**
 * Starts exporting and erasing what privacy requests ask of a service, and applying retention periods.
 * `prepareEventJobs` must have been called.
 */
export async function startPrivacy(
  foundation: Foundation,
  plan: PrivacyPlan,
): Promise<{ readonly privacy: Job; readonly retention: Job }> {
  const { clock } = foundation
  const step = createPrivacyStep(plan.service, clock, createPrivacyWalk(plan, foundation))
  const wanted = { ...eventQueue(`${plan.service}.privacy`), clock, step }
  return {
    privacy: await startEventJobs(foundation, wanted),
    retention: plan.retention ? await startRetentionJob(foundation, plan.retention) : NO_JOB,
  }
}

/** Exports or erases the next batch of a privacy request, by a service's plan. */
export const createPrivacyWalk =
  ({ people, organization }: PrivacyPlan, { clock, connection }: Pick<Foundation, 'clock' | 'connection'>) =>
  async (request: PrivacyRequest, saved: PrivacyState | undefined): Promise<Outcome> => {
    // Earlier versions saved other states: start over.
    const state = saved && 'store' in saved ? saved : START
    const { organizationId, subject, isExport, origin } = request
    const erasing = { organizationId, now: clock.now(), origin }
    if ('organization' in subject) {
      return isExport
        ? await exportNext(organization.exported, { organizationId }, state)
        : await deleteNext(connection, organization, { state, erasing, limit: DELETED_AT_ONCE })
    }
    const found = (await people.identify?.({ organizationId, subject })) ?? []
    const ids = [...new Set([...state.ids, ...found])]
    const person = { organizationId, subject, ids }
    const known = { ...state, ids }
    if (isExport) return await exportNext(people.exported, person, known)
    // Save new ids first: the step may stop after it erased what finds them.
    if (ids.length > state.ids.length) return { state: known }
    const erased = await eraseNext(people.erased, person, { state, erasing, limit: ERASED_AT_ONCE })
    return erased.store < people.erased.length ? { state: erased } : afterPass(people, erased, erasing.now)
  }

/** Exports one store after the other, as many records as fit into one answer. */
async function exportNext(
  stores: readonly PersonalData[],
  whose: Whose,
  state: PrivacyState,
): Promise<Outcome> {
  const data: PrivacyRecords = []
  const part = state.parts + 1
  let { store, after } = state
  for (let from = stores[store]; from; from = stores[store]) {
    const batch = await from.exportNext(whose, { after, limit: EXPORTED_AT_ONCE - data.length })
    data.push(...batch.data)
    if (batch.next !== undefined) {
      const next = { ...state, parts: part, store, after: batch.next }
      return { answer: { part, records: data.length, data }, state: next }
    }
    store += 1
    after = ''
  }
  return { answer: { part, records: data.length, data } }
}

interface Step {
  readonly state: PrivacyState
  readonly erasing: Erasing
  readonly limit: number
}

/** Erases one batch of each store, up to the first store that has more; beyond the last store all is done. */
async function eraseNext(
  stores: PrivacyPlan['organization']['deleted'],
  whose: Whose,
  { state, erasing, limit }: Step,
): Promise<PrivacyState> {
  let { store, after, records } = state
  for (let from = stores[store]; from; from = stores[store]) {
    if ('eraseNext' in from) {
      const batch = await from.eraseNext(whose, { after, limit }, erasing)
      records += batch.records
      if (batch.next !== undefined) return { ...state, store, after: batch.next, records }
    } else {
      records += await from.deleteAllOf(whose.organizationId)
    }
    store += 1
    after = ''
  }
  return { ...state, store, after: '', records }
}

/** Deletes the next batch of a closed organisation. */
async function deleteNext(
  connection: Connection,
  plan: PrivacyPlan['organization'],
  step: Step,
): Promise<Outcome> {
  const { organizationId, now } = step.erasing
  const deleted = await eraseNext(plan.deleted, { organizationId }, step)
  if (deleted.store < plan.deleted.length) return { state: deleted }
  await deleteOrganizationRecords(connection, organizationId)
  for (const store of plan.alsoDeleted) await store.deleteAllOf(organizationId)
  return afterPass(plan, deleted, now)
}

/** Reports the erasure, or starts a second pass. */
function afterPass(
  { isRepeated }: { readonly isRepeated: boolean },
  state: PrivacyState,
  now: Date,
): Outcome {
  if (isRepeated && state.passes === 0) {
    return { state: { ...state, store: 0, passes: 1 }, notBefore: new Date(now.getTime() + ALL_HERE_MS) }
  }
  return { answer: { part: 1, records: state.records, data: null } }
}
