import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useCallback, useMemo } from 'react'
import { api, type Schemas, type Writes, writesUntil } from '../../api/client.ts'
import { untilReached } from '../../api/connection.ts'
import { queueQuery } from '../../api/queues.ts'
import { notifyError, notifyProblem } from '../../ui/notify.ts'
import { useShownZone } from '../../ui/shown-zone.ts'
import { offerUndo } from '../../ui/undo.tsx'
import type { LateKind } from './late-notice.tsx'
import { boardParts } from './later.ts'
import {
  byTurn,
  called,
  type Guest,
  type Line,
  moved,
  nextToCall,
  returned,
  uncalled,
  withGuest,
  without,
} from './line.ts'
import { oneLineQuery, turnsOf } from './one-line.ts'
import { lineQuery } from './queries.ts'
import type { GuestActions } from './row-tools.ts'
import { undoing } from './use-bring-back.ts'
import { useDesk } from './use-desk.ts'

/** A guest; one whom the rules of the line called, with the clause. */
type Answer = Guest & { readonly clause?: Schemas['LineClause'] | null }

interface Change {
  /** The line as it is shown at once. */
  readonly expect: (line: Line) => Line
  /** Answers with the guest, where there is one still. */
  readonly send: (writes: Writes) => Promise<{ data?: Answer | undefined }>
}

type WordsOf = (name: string, answer?: Answer) => string | Promise<string>

interface Action extends Change {
  readonly guest: Guest
  /** Notice after success, by the guest's name; absent for an undo. */
  readonly wordsOf?: WordsOf
  /** Undoes it, for the guest in the answer. */
  readonly undo?: (guest: Guest) => Change
  /** How long undo is offered, in ms. */
  readonly undoMs?: number
  /** Question to ask if it could not be sent in time; default: `change`. */
  readonly late?: LateKind
  /** Reports a refusal; default: shows the error. */
  readonly onRefused?: (error: unknown) => void
}

/** An action with the time at which it was taken, in ms since the epoch. */
interface TakenAction extends Action {
  readonly at: number
}

/** Actions of staff on guests: applied at once, rolled back if refused, undoable. Stable until the desk changes. */
export function useGuestActions(queueId: string): GuestActions {
  const queryClient = useQueryClient()
  const { queryKey } = lineQuery(queueId)
  const [desk] = useDesk()
  const zone = useShownZone()
  const { mutate } = useMutation({
    mutationKey: ['line', queueId],
    // One after the other, in the order in which they were taken: each changes the line that the next one is about.
    scope: { id: queueId },
    mutationFn: ({ send, guest, at, late = 'change' }: TakenAction) =>
      sendInTime(send, at, async (minutes) => {
        const { askIfWanted } = await boardParts.load()
        return await askIfWanted(late, minutes, guest)
      }),
    async onMutate({ expect }) {
      const wasReading = queryClient.isFetching(lineQuery(queueId)) > 0
      await queryClient.cancelQueries(lineQuery(queueId))
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (line) => line && expect(line))
      return { before, wasReading }
    },
    async onError(error, { guest, onRefused }, context) {
      queryClient.setQueryData(queryKey, context?.before)
      if (error instanceof NoLongerWanted) return
      if (onRefused) onRefused(error)
      else if (!(error instanceof UsherError) || error.code !== 'invalid_transition') notifyError(error)
      else await (await boardParts.load()).notifyDoneBefore(error, guest)
    },
    async onSuccess({ data }, { guest, wordsOf, undo, undoMs }) {
      if (data)
        queryClient.setQueryData(queryKey, (line) => line && withAnswer(line, { queueId, guest, data }))
      if (wordsOf === undefined) return
      const done = data ?? guest
      const takeBack = undo && (() => act({ guest: done, ...undo(done) }))
      offerUndo(await wordsOf(done.name, data), takeBack, undoMs)
    },
    onSettled(_, error, __, context) {
      // On success the answer and the stream tell the rest.
      if (error || context?.wasReading) void queryClient.invalidateQueries(lineQuery(queueId))
      void queryClient.invalidateQueries(queueQuery(queueId))
      void queryClient.invalidateQueries(oneLineQuery(queueId))
      void queryClient.invalidateQueries({ queryKey: ['left', queueId] })
    },
  })
  const act = useCallback((action: Action) => mutate({ ...action, at: Date.now() }), [mutate])
  return useMemo(
    () =>
      actionsBy(
        {
          queueId,
          desk,
          zone,
          keptUntil: async () => (await queryClient.fetchQuery(oneLineQuery(queueId))).kept_until,
        },
        () => {
          const line = queryClient.getQueryData(lineQuery(queueId).queryKey) ?? []
          const bookings = queryClient.getQueryData(queueQuery(queueId).queryKey)?.bookings
          const turns = bookings && queryClient.getQueryData(oneLineQuery(queueId).queryKey)
          return turns ? byTurn(line, turnsOf(turns)) : line
        },
        act,
      ),
    [queueId, desk, zone, queryClient, act],
  )
}

/** The line after an answer. The rules may have called another guest than was expected, who then waits as before. */
function withAnswer(
  line: Line,
  { queueId, guest, data }: { readonly queueId: string; readonly guest: Guest; readonly data: Guest },
): Line {
  const others = data.id === guest.id ? line : withGuest(line, queueId, guest)
  return withGuest(others, queueId, data)
}

const of = ({ id }: Guest) => ({ params: { path: { id } } })

/** A call can be taken back for this long before its message goes, in seconds. */
const MESSAGE_AFTER_SECONDS = 5

const takingBack = (guest: Guest): Change => ({
  expect: (line) => uncalled(line, guest.id),
  send: (api) => api.post('/v1/guests/{id}/undo', undoing({ ...guest, status: 'notified' })),
})

const moveTo = (guest: Guest, position: number): Change => ({
  expect: (line) => moved(line, guest.id, position),
  send: (api) => api.post('/v1/guests/{id}/move', { ...of(guest), body: { position } }),
})

interface Place {
  readonly queueId: string
  readonly desk: string
  /** Until when the next place is kept for a booking. */
  readonly keptUntil: () => Promise<string | null>
  readonly zone: string
}

function actionsBy(
  { queueId, desk, keptUntil, zone }: Place,
  line: () => Line,
  act: (action: Action) => void,
): GuestActions {
  const atDesk = desk === '' ? {} : { desk }
  const held = { ...atDesk, message_after_seconds: MESSAGE_AFTER_SECONDS }
  const doWith = (id: string, actionOn: (guest: Guest) => Omit<Action, 'guest'>) => {
    const guest = line().find((one) => one.id === id)
    if (guest) act({ guest, ...actionOn(guest) })
  }
  const calling = (
    id: string,
    send: (guest: Guest, api: Writes) => ReturnType<Change['send']>,
    more: Pick<Action, 'late' | 'onRefused'>,
  ) =>
    doWith(id, (guest) => ({
      expect: (line) => called(line, id, new Date().toISOString()),
      send: (api) => send(guest, api),
      wordsOf: async (name, answer) => {
        const clause = answer?.clause
        const byRule = clause && (await boardParts.load()).calledWords(name, clause)
        return byRule || t`${name} was called`
      },
      ...(guest.status === 'waiting' && { undo: takingBack, undoMs: MESSAGE_AFTER_SECONDS * 1_000 }),
      ...more,
    }))
  const call = (id: string) =>
    calling(
      id,
      (guest, api) => {
        const body = guest.status === 'waiting' ? held : atDesk
        return api.post('/v1/guests/{id}/notify', { ...of(guest), body })
      },
      { late: 'call' },
    )
  const leaving = (
    id: string,
    status: 'seated' | 'no_show' | 'removed',
    wordsOf: WordsOf,
    send: (guest: Guest, api: Writes) => ReturnType<Change['send']>,
  ) =>
    doWith(id, (guest) => ({
      expect: (line) => without(line, id),
      send: (api) => send(guest, api),
      wordsOf,
      undo: () => ({
        expect: (line) => returned(line, guest),
        send: (api) => api.post('/v1/guests/{id}/undo', undoing({ id, status })),
      }),
    }))
  const moving = (id: string, placeFrom: (from: number) => number) => {
    const from = line().findIndex((one) => one.id === id) + 1
    const to = placeFrom(from)
    if (to < 1 || to > line().length) return
    doWith(id, (guest) => ({
      ...moveTo(guest, to),
      // Where bookings are expected, the rules may put the guest elsewhere.
      wordsOf: (name, answer) => t`${name} is now number ${{ position: answer?.position ?? to }}`,
      undo: () => moveTo(guest, from),
    }))
  }
  return {
    call,
    callNext: (id) =>
      calling(
        id,
        (_, api) => api.post('/v1/queues/{id}/call-next', { params: { path: { id: queueId } }, body: held }),
        {
          late: 'next',
          onRefused: async (error) => {
            const { notifyKept } = await boardParts.load()
            await notifyKept(error, { keptUntil, guest: nextToCall(line()), call, zone })
          },
        },
      ),
    callOnce: (id) =>
      calling(
        id,
        async (guest, writes) => {
          const { data, response } = await api.get('/v1/guests/{id}', of(guest))
          if (data.status !== 'waiting') throw new CalledMeanwhile()
          const header = { 'If-Match': response.headers.get('etag') ?? '*' }
          return await writes.post('/v1/guests/{id}/notify', {
            params: { path: { id }, header },
            body: held,
          })
        },
        {
          late: 'call',
          onRefused(error) {
            const name = line().find((one) => one.id === id)?.name ?? ''
            const isChanged = error instanceof UsherError && error.code === 'precondition_failed'
            if (!isChanged && !(error instanceof CalledMeanwhile)) return notifyError(error)
            notifyProblem(
              t`${name} was not called`,
              t`Somebody else called or changed this guest just before.`,
            )
          },
        },
      ),
    takeBack: (id) =>
      doWith(id, (guest) => ({ ...takingBack(guest), wordsOf: (name) => t`${name} waits again` })),
    seat: (id) =>
      leaving(
        id,
        'seated',
        (name) => t`${name} is seated`,
        (guest, api) => api.post('/v1/guests/{id}/seat', of(guest)),
      ),
    markNoShow: (id) =>
      leaving(
        id,
        'no_show',
        (name) => t`${name} did not show up`,
        (guest, api) => api.post('/v1/guests/{id}/no-show', of(guest)),
      ),
    remove: (id) =>
      leaving(
        id,
        'removed',
        (name) => t`${name} was removed`,
        (guest, api) => api.delete('/v1/guests/{id}', of(guest)),
      ),
    move: (id, position) => moving(id, () => position),
    moveBy: (id, places) => moving(id, (from) => from + places),
  }
}

/** Another member called the guest first. */
class CalledMeanwhile extends Error {}

const MINUTE_MS = 60_000

/** The host no longer wants an action that could not be sent in time. */
class NoLongerWanted extends Error {}

/**
 * Sends an action of a host. If it gets no answer within a minute, asks whether it is still wanted as soon as the server is
 * reached again.
 *
 * @param takenAt when the host took it, in ms since the epoch
 * @param ask is told how many minutes ago that was
 * @throws NoLongerWanted if it is not
 */
async function sendInTime<Answer>(
  send: (writes: Writes) => Promise<Answer>,
  takenAt: number,
  ask: (minutes: number) => Promise<boolean>,
): Promise<Answer> {
  const key = crypto.randomUUID()
  for (let until = takenAt + MINUTE_MS; ; until = Date.now() + MINUTE_MS) {
    try {
      if (Date.now() < until) return await send(writesUntil(until, key))
    } catch (error) {
      if (error instanceof UsherError || Date.now() < until) throw error
    }
    await untilReached()
    if (!(await ask(Math.round((Date.now() - takenAt) / MINUTE_MS)))) throw new NoLongerWanted()
  }
}
