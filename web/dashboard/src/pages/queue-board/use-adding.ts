import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { ConnectionError, messageOf } from '../../api/problem.ts'
import { queueQuery } from '../../api/queues.ts'
import { fieldErrors, namesOf } from '../../forms/field-errors.ts'
import { GUEST_LABELS } from '../../forms/guest-labels.ts'
import { notifyError } from '../../ui/notify.ts'
import { offerUndo } from '../../ui/undo.tsx'
import { detailsOf } from './guest-details.ts'
import { withGuest, without } from './line.ts'
import { lineQuery } from './queries.ts'

type GuestCreate = Schemas['GuestCreate']

/** A guest who was entered and is not known to be in the line yet. */
export interface Entered {
  /** The Idempotency-Key: sent however often, the guest is added once. */
  readonly key: string
  readonly body: GuestCreate
  /** Why the API refused; undefined while it is being sent. */
  readonly problem?: string
  /** What is wrong, by the names of fields. */
  readonly errors?: Readonly<Record<string, string>>
}

const storageKey = (queueId: string) => `usher-entered:${queueId}`

function stored(queueId: string): readonly Entered[] {
  try {
    const entries = JSON.parse(sessionStorage.getItem(storageKey(queueId)) ?? '[]')
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}

/**
 * Adds guests without waiting for the answer. What was entered stays in the tab until the API has answered, over a
 * lost connection and a reload.
 */
export function useAdding(queue: Schemas['Queue']) {
  const queueId = queue.id
  const refusal = useEffectEvent((error: unknown) => refusalOf(error, queue))
  const queryClient = useQueryClient()
  const [entered, setEntered] = useState(() => stored(queueId))
  const change = useCallback(
    (next: (all: readonly Entered[]) => readonly Entered[]) =>
      setEntered((all) => {
        const changed = next(all)
        sessionStorage.setItem(storageKey(queueId), JSON.stringify(changed))
        return changed
      }),
    [queueId],
  )
  const drop = useCallback((key: string) => change((all) => all.filter((one) => one.key !== key)), [change])
  const send = useCallback(
    async ({ key, body }: Entered) => {
      try {
        const params = { path: { id: queueId }, header: { 'Idempotency-Key': key } }
        const { data } = await api.post('/v1/queues/{id}/guests', { params, body })
        await showAdded(queryClient, queueId, data.id)
        void queryClient.invalidateQueries(queueQuery(queueId))
        drop(key)
        offerUndo(addedWords(data), () => void takeBack(queryClient, queueId, data.id))
      } catch (error) {
        const refused = refusal(error)
        change((all) => all.map((one) => (one.key === key ? { ...one, ...refused } : one)))
      }
    },
    [queueId, queryClient, change, drop],
  )
  const isResumed = useRef(false)
  useEffect(() => {
    if (isResumed.current) return
    isResumed.current = true
    for (const one of stored(queueId)) if (one.problem === undefined) void send(one)
  }, [queueId, send])
  const add = (body: GuestCreate) => {
    const one: Entered = { key: crypto.randomUUID(), body }
    change((all) => [...all, one])
    void send(one)
  }
  return { entered, add, drop }
}

/** Why a guest is not in the line, in words of the form. */
function refusalOf(error: unknown, queue: Schemas['Queue']): Required<Pick<Entered, 'problem' | 'errors'>> {
  if (error instanceof ConnectionError) return { problem: t`Usher could not be reached.`, errors: {} }
  const known =
    error instanceof UsherError ? fieldErrors(error.errors, namesOf(detailsOf({}, queue))) : undefined
  const { fields: errors = {}, rest } = known ?? {}
  const words = Object.entries(errors).map(
    ([name, text]) => t`${{ field: labelOf(name, queue) }}: ${{ problem: text }}.`,
  )
  return { problem: [...words, rest ?? ''].join(' ').trim() || messageOf(error), errors }
}

function labelOf(name: string, { custom_fields }: Schemas['Queue']): string {
  const label = GUEST_LABELS[name]
  return label ? i18n._(label) : (custom_fields.find(({ key }) => `fields.${key}` === name)?.label ?? name)
}

/** Puts a guest who was just added into the line; reads all of it if that fails. */
async function showAdded(queryClient: QueryClient, queueId: string, id: string): Promise<void> {
  const { data } = await api
    .get('/v1/guests/{id}', { params: { path: { id } } })
    .catch(() => ({ data: null }))
  // A list that is being read may be older than the guest.
  if (data === null || queryClient.isFetching(lineQuery(queueId)) > 0) {
    await queryClient.invalidateQueries(lineQuery(queueId))
    return
  }
  queryClient.setQueryData(lineQuery(queueId).queryKey, (line) => line && withGuest(line, queueId, data))
}

/** Takes a guest who was just added out of the line again. */
async function takeBack(queryClient: QueryClient, queueId: string, id: string): Promise<void> {
  queryClient.setQueryData(lineQuery(queueId).queryKey, (line) => line && without(line, id))
  await api.delete('/v1/guests/{id}', { params: { path: { id } } }).catch(notifyError)
  await queryClient.invalidateQueries(lineQuery(queueId))
}

function addedWords({ name, position, estimated_wait_range, duplicate_of }: Schemas['AddedGuest']): string {
  const place = position ?? '–'
  const { low, high } = estimated_wait_range ?? { low: 0, high: 0 }
  const added = estimated_wait_range
    ? t`${name} is number ${{ position: place }}, about ${low} to ${high} min.`
    : t`${name} is number ${{ position: place }}.`
  return duplicate_of ? `${added} ${t`This phone is in a line already.`}` : added
}
