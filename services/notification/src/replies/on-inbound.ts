import { replyForwarded, replyReceived, type Template } from '@usher/contracts'
import {
  appendToOutbox,
  inTransaction,
  isDuplicateKey,
  newEvent,
  newId,
  outboxOf,
  phoneCountry,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { GUEST } from '../consent/consent.ts'
import type { NotificationContext } from '../context.ts'
import type { InboundMessage, OnInbound } from '../providers/provider.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { answerTo } from './answer.ts'
import { type Decision, decideReply } from './decide-reply.ts'
import { newReply, type ReplyRecord } from './reply.ts'
import { type Meaning, understand } from './understand.ts'

/** A sender in no line is told so at most once in this time, in ms. */
const TOLD_MS = 24 * 3_600_000

/** Attempts to handle a reply when others commit first. */
const MAX_TRIES = 5

/** The United States, where "cancel" is one of the words that revoke consent (47 CFR §64.1200(a)(10)). */
const CANCEL_STOPS = 'US'

/**
 * Handles replies from any provider: each is stored once, with its effects.
 *
 */
export const createInboundHandler =
  (ctx: NotificationContext, { dispatcher }: Sending): OnInbound =>
  async (message) => {
    for (let tries = 1; ; tries += 1) {
      try {
        await inTransaction(ctx.connection, (session) => takeIn(ctx, message, session))
        return void dispatcher.run()
      } catch (error) {
        // The same message just arrived another way, or another STOP did: try again.
        if (!isDuplicateKey(error) || tries === MAX_TRIES) throw error
      }
    }
  }

/** Stores a reply with its effects in one transaction; for a repeat, returns the one stored before. */
export async function takeIn(
  ctx: NotificationContext,
  message: InboundMessage,
  session: ClientSession,
): Promise<ReplyRecord> {
  const repeated = await ctx.replies.findRepeat(message, session)
  if (repeated) return repeated
  const now = ctx.clock.now()
  const meaning = understand(message.text)
  const decision = decideReply(await situationOf(ctx, message, meaning, now))
  const reply = newReply(message, decision, now)
  await ctx.replies.insert(reply, session)
  const isNews = await opt(ctx, reply, decision, message, session)
  await keepQuestion(ctx, message, decision, session)
  await publishReply(ctx, reply, decision, message, session)
  if (decision.answer && isNews) await answer(ctx, reply, decision, meaning, session)
  return reply
}

async function situationOf(ctx: NotificationContext, message: InboundMessage, meaning: Meaning, now: Date) {
  const { organizationId, from, optOut: taken } = message
  const guests = await ctx.guests.ofAddress(organizationId, from)
  const inLine = guests.filter(({ status }) => status === 'waiting' || status === 'notified')
  const [question, wasTold] = await Promise.all([
    ctx.questions.open(organizationId, from, now),
    ctx.replies.wasToldNotFound(organizationId, from, new Date(now.getTime() - TOLD_MS)),
  ])
  const cancelStops = message.channel === 'sms' && phoneCountry(from) === CANCEL_STOPS
  return { meaning, taken, inLine, last: guests.at(-1) ?? null, question, wasTold, cancelStops }
}

/** Opts the sender out or in; false if a STOP changes nothing and needs no answer. */
async function opt(
  { optOuts, consents }: NotificationContext,
  reply: ReplyRecord,
  { opt: wish }: Decision,
  { from: address, optOut: taken }: InboundMessage,
  session: ClientSession,
): Promise<boolean> {
  const { _id, organization_id, channel, guest_id, received_at: at } = reply
  if (wish === 'in') {
    await optOuts.remove(organization_id, address, session)
    const by = { method: 'start', actor: GUEST, guest_id, evidence: _id } as const
    await consents.insertMany(
      [{ _id: newId('consent'), organization_id, channel, address, ...by, at }],
      session,
    )
  }
  if (wish !== 'out') return true
  const reason = taken ? 'The provider took the reply for a stop.' : null
  const out = { organization_id, address, source: 'reply', reason, created_at: at } as const
  return (await optOuts.add(out, session)).isNew
}

async function keepQuestion(
  { questions, clock }: NotificationContext,
  { organizationId, from }: InboundMessage,
  { asks, settles }: Decision,
  session: ClientSession,
): Promise<void> {
  if (asks) await questions.ask(organizationId, from, asks, { now: clock.now(), session })
  else if (settles) await questions.close(organizationId, from, session)
}

/** Publishes a reply: a command for the queue service, or a text for the staff. */
async function publishReply(
  ctx: NotificationContext,
  { _id: id, channel, received_at }: ReplyRecord,
  { guest, command: intent, minutes, isForStaff }: Decision,
  { at, organizationId }: InboundMessage,
  session: ClientSession,
): Promise<void> {
  if (!guest || !(intent || isForStaff)) return
  const reply = { id, guest_id: guest._id }
  const published = {
    subject: id,
    sequence: 1,
    time: ctx.clock.now(),
    origin: { organizationId, actor: GUEST, requestId: id },
  }
  // Staff mark replies as read by the time in the conversation, which is ours and not the provider's.
  const event = intent
    ? newEvent(replyReceived, {
        ...published,
        data: { ...reply, intent, minutes, received_at: at.toISOString() },
      })
    : newEvent(replyForwarded, {
        ...published,
        data: { ...reply, channel, received_at: received_at.toISOString() },
      })
  await appendToOutbox(outboxOf(ctx.connection), [event], session)
}

async function answer(
  ctx: NotificationContext,
  reply: ReplyRecord,
  { answer: kind, guest, asks }: Decision,
  meaning: Meaning,
  session: ClientSession,
): Promise<void> {
  if (!kind) return
  const locale: Template['locale'] | null = guest?.locale ?? meaning.locale
  const places = asks ? await placesOf(ctx, reply.organization_id, asks.guest_ids, session) : ''
  const message = answerTo(reply, { kind, locale, places }, ctx.clock.now())
  if (message) await ctx.notifications.insertMany([message], session)
}

/** The places to choose from, numbered. */
async function placesOf(
  { guests, queues }: NotificationContext,
  organizationId: string,
  ids: readonly string[],
  session: ClientSession,
): Promise<string> {
  const known = await guests.findByIds(ids, session)
  const places: string[] = []
  for (const [index, id] of ids.entries()) {
    const guest = known.get(id)
    const queue = guest && (await queues.find(organizationId, guest.queue_id, session))
    places.push(`${index + 1} ${[queue?.name, guest && `(${guest.name})`].filter(Boolean).join(' ')}`)
  }
  return places.join(', ')
}
