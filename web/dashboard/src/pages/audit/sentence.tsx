import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react'
import { Fragment } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { ACTIONS, IN_QUEUE } from './actions/all.ts'
import { EVENTS } from './actions/events.ts'

type AuditRecord = Pick<
  Schemas['ListedAuditRecord'],
  'actor' | 'actor_name' | 'action' | 'outcome' | 'resource' | 'changes'
>

/** Actors without an account, and those whose account is gone. Guests are not named: their data may have been erased. */
const ACTORS: Readonly<Record<string, MessageDescriptor>> = {
  system: msg`Usher`,
  operator: msg`An operator of Usher`,
  guest: msg`A guest`,
  customer: msg`A customer`,
  google_calendar: msg`Google Calendar`,
  anonymous: msg`Somebody without an account`,
  mem: msg`A former member`,
  key: msg`A former API key`,
  oac: msg`A former application`,
}

/** Pages of things, by the prefix of their identifier. */
const PAGES: Readonly<Record<string, string>> = {
  ...{ org: '/settings/organization', mem: '/settings/members', inv: '/settings/members' },
  ...{ key: '/settings/api-keys', oac: '/settings/oauth-applications', whk: '/settings/webhooks' },
  ...{ ntf: '/messages', tpl: '/messages/templates', opt: '/messages/opt-outs', mpr: '/settings/messages' },
  ...{ bk: '/bookings', svt: '/service-types', pvd: '/providers', cat: '/catalogue', prd: '/catalogue' },
  ...{ cal: '/google-calendar', prv: '/settings/privacy' },
}

const UNKNOWN = {
  done: msg`{who} did <link>{action}</link>`,
  tried: msg`{who} tried to do <link>{action}</link>`,
}

const prefixOf = (id: string): string => id.split('_')[0] ?? ''

function nameOf({ actor, actor_name }: AuditRecord): string {
  const kind = ACTORS[actor] ?? ACTORS[prefixOf(actor)]
  return actor_name ?? (kind ? i18n._(kind) : actor)
}

interface Props {
  readonly record: AuditRecord
  /** Names of the queues that still exist, by id. */
  readonly queueNames: ReadonlyMap<string, string>
}

/** A record in words: who did what, with a link to the thing's page, if it has one. */
export function Sentence({ record, queueNames }: Props) {
  const { action, resource } = record
  const queueId = queueOf(record)
  const queue = queueId && queueNames.get(queueId)
  const href = resource === null ? undefined : PAGES[prefixOf(resource)]
  // Names are elements, since `Trans` takes tags in texts for its own.
  const values = {
    action,
    who: <>{nameOf(record)}</>,
    queue: queue && <Anchor href={`/queues/${queueId}`}>{queue}</Anchor>,
  }
  const link = href ? <Anchor href={href}>{null}</Anchor> : <Fragment />
  const message = messageOf(record, Boolean(queue))
  // `lingui extract` warns of a message without an `id` attribute.
  return <Trans {...message} id={message.id} values={values} components={{ link }} />
}

function messageOf({ action, outcome }: AuditRecord, isQueueKnown: boolean): MessageDescriptor {
  const isDone = outcome === 'accepted'
  const inQueue = isQueueKnown && IN_QUEUE[action]
  if (inQueue) return isDone ? inQueue.doneIn : inQueue.triedIn
  const { done, tried } = ACTIONS[action] ?? { ...UNKNOWN, done: EVENTS[action] ?? UNKNOWN.done }
  return isDone ? done : tried
}

/** The queue that a record is about, or that its guest is in. */
function queueOf({ action, resource, changes }: AuditRecord): string | undefined {
  if (resource !== null && prefixOf(resource) === 'q') return resource
  const { queue_id } = changes as { queue_id?: { before?: unknown; after?: unknown } }
  const id = queue_id?.after ?? queue_id?.before
  return action in IN_QUEUE && typeof id === 'string' ? id : undefined
}
