import type { Schemas } from '../../api/client.ts'
import { ACTIONS, EVENTS, GUEST_ACTIONS, QUEUE_ACTIONS } from './actions.ts'

type AuditRecord = Pick<
  Schemas['ListedAuditRecord'],
  'actor' | 'actor_name' | 'action' | 'outcome' | 'resource' | 'changes'
>

/** A record in words, ending with the thing that it is about. */
export interface Sentence {
  readonly text: string
  readonly thing: string
  /** The thing's page, if it has one. */
  readonly href: string | undefined
}

/** Actors without an account, and those whose account is gone. Guests are not named: their data may have been erased. */
const ACTORS: Readonly<Record<string, string>> = {
  system: 'Usher',
  operator: 'An operator of Usher',
  guest: 'A guest',
  customer: 'A customer',
  google_calendar: 'Google Calendar',
  anonymous: 'Somebody without an account',
  mem: 'A former member',
  key: 'A former API key',
  oac: 'A former application',
}

/** Pages of things, by the prefix of their identifier. */
const PAGES: Readonly<Record<string, string>> = {
  ...{ org: '/settings/organization', mem: '/settings/members', inv: '/settings/members' },
  ...{ key: '/settings/api-keys', oac: '/settings/oauth-applications', whk: '/settings/webhooks' },
  ...{ ntf: '/messages', tpl: '/messages/templates', opt: '/messages/opt-outs', mpr: '/settings/messages' },
  ...{ bk: '/bookings', svt: '/service-types', pvd: '/providers', cat: '/catalogue', prd: '/catalogue' },
  ...{ cal: '/google-calendar', prv: '/settings/privacy' },
}

/** Between an action and its queue; in for all others. */
const PREPOSITIONS: Readonly<Record<string, string>> = {
  ...{ addGuest: 'to', transferGuest: 'to', removeGuest: 'from' },
  ...{ joinQueue: 'of', countFreePlaces: 'of', updateQueueMessages: 'of' },
}

const prefixOf = (id: string): string => id.split('_')[0] ?? ''

const nameOf = ({ actor, actor_name }: AuditRecord): string =>
  actor_name ?? ACTORS[actor] ?? ACTORS[prefixOf(actor)] ?? actor

/** @param queueNames names of the queues that still exist, by id */
export function sentenceOf(record: AuditRecord, queueNames: ReadonlyMap<string, string>): Sentence {
  const { action, outcome, resource } = record
  const [verb, past, thing] = ACTIONS[action] ?? EVENTS[action] ?? ['do', 'did', action]
  const isDone = outcome === 'accepted'
  const text = `${nameOf(record)} ${isDone ? past : `tried to ${verb}`}`
  const queueId = queueOf(record)
  const queue = queueId && queueNames.get(queueId)
  if (queue) {
    const href = `/queues/${queueId}`
    if (action in QUEUE_ACTIONS) return { text, thing: queue, href }
    return { text: `${text} ${thing} ${PREPOSITIONS[action] ?? 'in'}`, thing: queue, href }
  }
  return { text, thing, href: resource === null ? undefined : PAGES[prefixOf(resource)] }
}

/** The queue that a record is about, or that its guest is in. */
function queueOf({ action, resource, changes }: AuditRecord): string | undefined {
  if (resource !== null && prefixOf(resource) === 'q') return resource
  const { queue_id } = changes as { queue_id?: { before?: unknown; after?: unknown } }
  const id = queue_id?.after ?? queue_id?.before
  return action in GUEST_ACTIONS && typeof id === 'string' ? id : undefined
}
