import { ECDH } from 'node:crypto'
import { type AuditNote, type Guest, operations, type PushSubscription } from '@usher/contracts'
import {
  claimedId,
  invalidField,
  notFound,
  type OperationRouter,
  ProblemError,
  type RefusalOf,
  sameBytes,
  withAuditNote,
} from '@usher/service-kit'
import { GUEST } from '../consent/consent.ts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { sealedSubscription } from '../guests/push-subscription.ts'

const IN_LINE: readonly Guest['status'][] = ['waiting', 'notified']

/** Routes for guests' browsers, which take messages while the guest allows it. */
export function pushRoutes(
  { guests, clock, config, tools }: NotificationContext,
  { on }: OperationRouter,
): void {
  const { push, secretKeys } = config
  on(operations.getPushKey, async () => ({ body: { public_key: push?.publicKey ?? null } }))

  on(operations.subscribeToPush, async ({ params, body }) => {
    if (!push) throw new ProblemError('not_found', 'Push is not enabled on this server.')
    const guest = await findByToken(guests, params.token)
    return await withAuditNote(noteOf(guest), async () => {
      requireInLine(guest)
      requireUsable(body, tools.refusalOf)
      await guests.subscribe(guest, sealedSubscription(guest, body, { keys: secretKeys, now: clock.now() }))
      return {
        body: null,
        audit: { ...noteOf(guest), changes: { push_subscription: changeOf(guest, '[changed]') } },
      }
    })
  })

  on(operations.unsubscribeFromPush, async ({ params }) => {
    const guest = await findByToken(guests, params.token)
    await guests.unsubscribe(guest)
    const changes = guest.push ? { push_subscription: changeOf(guest, null) } : {}
    return { body: null, audit: { ...noteOf(guest), changes } }
  })
}

const noteOf = ({ _id, organization_id }: GuestRecord): AuditNote => ({
  organization_id,
  actor: GUEST,
  resource: _id,
})

/** Who has a subscription can send to the browser, so it is not told. */
const changeOf = ({ push }: GuestRecord, after: string | null) => ({
  before: push ? '[kept secret]' : null,
  after,
})

/**
 * The guest whose page has the token: the queue service makes tokens, and tells of each guest's page in its events.
 *
 * @throws ProblemError `not_found`, the same for an invalid token and an unknown guest
 */
async function findByToken(guests: NotificationContext['guests'], token: string): Promise<GuestRecord> {
  const id = claimedId(token, 'guest')
  const guest = (await guests.findByIds([id])).get(id)
  const own = guest?.status_url?.split('/').at(-1)
  if (!guest || !own || !sameBytes(Buffer.from(own), Buffer.from(token))) throw notFound('guest')
  return guest
}

function requireInLine({ status }: GuestRecord): void {
  if (IN_LINE.includes(status)) return
  throw new ProblemError('invalid_transition', 'The guest is not in the line any more.')
}

/** @throws ProblemError `validation_failed` for what nothing can be sent to */
function requireUsable({ endpoint, keys }: PushSubscription, refusalOf: RefusalOf): void {
  const refusal = refusalOf(new URL(endpoint))
  if (refusal) throw invalidField('/endpoint', refusal.message, refusal.code)
  if (!isPoint(Buffer.from(keys.p256dh, 'base64url')))
    throw invalidField('/keys/p256dh', 'must be an uncompressed point of P-256', 'invalid_key')
}

/** The first byte of an uncompressed point (SEC 1, 2.3.3): hybrid ones are as long, and no message can be encrypted for them. */
const UNCOMPRESSED = 4

function isPoint(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1')
    return key[0] === UNCOMPRESSED
  } catch {
    return false
  }
}
