import { nodeArguments, runCommand } from '@usher/local'
import { type Client, type Received, type Receiver, readAll, until } from '@usher/test-kit'
import type { UsherUnderTest, Venue } from './load.ts'

/** A client's request and its outcome, as the client saw it. */
export interface ClientRequest {
  readonly kind: 'add' | 'seat' | 'book'
  /** Subject: a unique guest's or customer's name, or a guest's id. */
  readonly about: string
  /** Milliseconds: the first try, and the response that ended it. */
  readonly startedAt: number
  readonly endedAt: number
  /** Status of the last response; 0 if none came while the client tried. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each kind is answered otherwise
  readonly body: any
}

/** A failed try, after which the client tried again. */
export interface Failure {
  readonly at: number
  readonly what: string
  /** The kind of request, and what the response said. */
  readonly detail: string
}

/** The clients' own log, against which Usher's state is checked. */
export interface ClientLog {
  readonly done: ClientRequest[]
  readonly failures: Failure[]
}

/** What is compared: everything is read once all is quiet again. */
export interface Evidence {
  readonly log: ClientLog
  readonly guests: readonly Guest[]
  readonly bookings: readonly Booking[]
  /** Webhooks of each subscriber. */
  readonly received: readonly (readonly Received[])[]
}

interface Guest {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly position: number | null
}

interface Booking {
  readonly id: string
  readonly customer: { readonly name: string }
  readonly provider_id: string
  readonly start: string
  readonly end: string
  readonly status: string
}

/** One thing that must be true, and what contradicts it. */
export interface Finding {
  readonly claim: string
  readonly checked: number
  readonly wrong: readonly string[]
}

/** Prints the final responses to clients and each claim, with what contradicts it. @returns whether all hold */
export function report(findings: readonly Finding[], { done }: ClientLog): boolean {
  const answers = Map.groupBy(done, ({ kind, status }) => `${kind} ${status}`)
  console.log([...answers].map(([what, { length }]) => `${what}: ${length}`).join(', '))
  for (const { claim, checked, wrong } of findings) {
    const examples = wrong.length > 0 ? `: ${wrong.length} wrong, ${wrong.slice(0, 5).join(', ')}` : ''
    console.log(`${wrong.length > 0 ? 'FAILED' : 'ok    '}  ${claim} (${checked} checked)${examples}`)
  }
  return findings.every(({ wrong }) => wrong.length === 0)
}

/** Checks what must be true after any faults, according to the clients' own log. */
export function judge(evidence: Evidence): Finding[] {
  const { log, guests, bookings, received } = evidence
  const accepted = (kind: ClientRequest['kind']) =>
    log.done.filter((entry) => entry.kind === kind && entry.status >= 200 && entry.status < 300)
  const guestById = new Map(guests.map((guest) => [guest.id, guest]))
  const bookingIds = new Set(bookings.map(({ id }) => id))
  const positions = guests.flatMap(({ position }) => position ?? [])
  const names = guests.map(({ name }) => name)
  const customers = bookings.map(({ customer }) => customer.name)
  return [
    finding('every accepted guest is there', accepted('add'), ({ body }) => guestById.has(body.id)),
    finding(
      'every accepted seat is',
      accepted('seat'),
      ({ about }) => guestById.get(about)?.status === 'seated',
    ),
    finding('every accepted booking is there', accepted('book'), ({ body }) => bookingIds.has(body.id)),
    unique('no guest was added twice', names),
    unique('no booking was made twice', customers),
    unique('each position is taken once', positions.map(String)),
    {
      claim: 'positions are dense',
      checked: positions.length,
      wrong: positions.filter((position) => position > positions.length).map(String),
    },
    overlaps(bookings),
    ...received.flatMap((webhooks, index) => announcements(`subscriber ${index + 1}`, webhooks, evidence)),
  ]
}

function announcements(who: string, received: readonly Received[], { guests, bookings }: Evidence) {
  const ids = new Map<string, Set<string>>()
  for (const { raw, headers } of received) {
    const { event, data } = JSON.parse(raw.toString())
    const key = `${event} ${data.id}`
    ids.set(key, (ids.get(key) ?? new Set()).add(String(headers['webhook-id'])))
  }
  const once = (event: string) => (thing: { id: string }) => ids.get(`${event} ${thing.id}`)?.size === 1
  const seated = guests.filter(({ status }) => status === 'seated')
  return [
    finding(`${who} was notified once of every guest`, guests, once('guest.added')),
    finding(`${who} was notified once of every seating`, seated, once('guest.seated')),
    finding(`${who} was notified once of every booking`, bookings, once('booking.created')),
  ]
}

function finding<T extends object>(claim: string, all: readonly T[], holds: (one: T) => boolean): Finding {
  const nameOf = (thing: Partial<ClientRequest> & { id?: string }) => String(thing.about ?? thing.id)
  const wrong = all.filter((one) => !holds(one)).map(nameOf)
  // A check without data proves nothing.
  return { claim, checked: all.length, wrong: all.length === 0 ? ['there was none'] : wrong }
}

function unique(claim: string, names: readonly string[]): Finding {
  const seen = new Set<string>()
  const wrong = names.filter((name) => seen.size === seen.add(name).size)
  return { claim, checked: names.length, wrong }
}

function overlaps(bookings: readonly Booking[]): Finding {
  const active = bookings
    .filter(({ status }) => status === 'confirmed' || status === 'pending')
    .toSorted((a, b) => a.provider_id.localeCompare(b.provider_id) || a.start.localeCompare(b.start))
  const wrong = active.filter((booking, index) => {
    const before = active[index - 1]
    return before?.provider_id === booking.provider_id && before.end > booking.start
  })
  const claim = 'no provider is booked twice at a time'
  return { claim, checked: active.length, wrong: wrong.map(({ id }) => id) }
}

/** 409: a rival had the time, or the first try of a retried request is still running. */
const CLEAR = new Set([409, 503])

/** Whether clients were refused only in ways that say what to do: no correct request was called wrong. */
export function refusedClearly({ done, failures }: ClientLog): Finding {
  const ended = done.map(({ kind, status, body }) => ({ status, what: `${kind} ${status} ${body.code}` }))
  // Tries without a status got no response.
  const tries = failures.map(({ what, detail }) => ({
    status: Number(what) || 503,
    what: `${what} ${detail}`,
  }))
  const isClear = (status: number) => (status >= 200 && status < 300) || CLEAR.has(status)
  const all = [...ended, ...tries]
  const wrong = all.filter(({ status }) => !isClear(status)).map(({ what }) => what)
  return { claim: 'refusals were clear: 503, to be repeated, or 409', checked: all.length, wrong }
}

/** No try failed: no connection was reset, no response was a 5xx. */
export function noneFailed({ done, failures }: ClientLog): Finding {
  const refused = done.filter(({ status }) => status === 0 || status >= 500)
  const wrong = [
    ...failures.map(({ what, detail }) => `${what} ${detail}`),
    ...refused.map(({ status }) => String(status)),
  ]
  return { claim: 'no request failed', checked: done.length, wrong }
}

/** Subscribers got each delivery once, which must hold as long as nothing is killed. */
export function noneDoubled(receivers: readonly Receiver[]): Finding {
  const deliveries = receivers.flatMap(({ received }, index) =>
    received.map(({ headers }) => `${index} ${headers['webhook-id']}`),
  )
  return unique('no delivery was received twice', deliveries)
}

/** Every guest and booking of a venue, in any state. */
export async function readState(api: Client, { queueId, serviceTypeId }: Venue) {
  const statuses = 'waiting,notified,seated,removed,no_show'
  return {
    guests: await readAll<Guest>(api, `/v1/queues/${queueId}/guests?limit=100&status=${statuses}`),
    bookings: await readAll<Booking>(api, `/api/bookings?limit=100&service_type_id=${serviceTypeId}`),
  }
}

const AUDITED_WITHIN_MS = 120_000

/**
 * Whether the organisation's audit trail is unbroken and has all that was accepted, according to the operator's command.
 */
export async function auditIsWhole(
  { environments, demo }: UsherUnderTest,
  { done }: ClientLog,
): Promise<Finding> {
  const actions = done.filter(({ status }) => status >= 200 && status < 300).length
  const script = nodeArguments('services/accounts/src/ops.ts')
  const args = [...script, 'verify-audit', '--json', '--organization', demo.organization_id]
  const env = { ...process.env, ...environments.accounts }
  let verdict = { ok: false, verified: 0 }
  const isComplete = async () => {
    const { stdout, output } = await runCommand(process.execPath, args, { env })
    if (stdout === '') throw new Error(`verify-audit: ${output}`)
    verdict = JSON.parse(stdout)
    return !verdict.ok || verdict.verified >= actions
  }
  await until('the audit trail', isComplete, AUDITED_WITHIN_MS).catch(() => {})
  const isWhole = verdict.ok && verdict.verified >= actions
  const claim = 'the audit trail is whole and has all that was accepted'
  return { claim, checked: verdict.verified, wrong: isWhole ? [] : [JSON.stringify(verdict)] }
}
