import { type Caller, type MessageProviderTestResult, operations } from '@usher/contracts'
import {
  entityTag,
  type Handler,
  invalidField,
  newId,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { NotificationContext } from '../../context.ts'
import { findRecipient } from '../../recipients/recipient.ts'
import { give } from '../give.ts'
import type { ProviderTools } from './provider-kind.ts'
import { PROVIDER_KINDS } from './provider-kinds.ts'
import {
  changedProvider,
  createProvider,
  newProvider,
  type ProviderRecord,
  presentProvider,
  providerChanges,
} from './provider-record.ts'

/** Routes for an organisation's providers. */
export function providerRoutes(ctx: NotificationContext, { on }: OperationRouter): void {
  const { config, cursors, providers, tools } = ctx
  const { publicUrl, secretKeys } = config
  on(operations.listMessageProviders, async ({ query, caller }) => {
    const list = JSON.stringify(['message providers', caller.organization_id])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await providers.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    const present = (record: ProviderRecord) => presentProvider(record, publicUrl)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
  })
  on(operations.createMessageProvider, create(ctx))
  on(operations.getMessageProvider, async ({ params, caller }) =>
    reply(await providers.require(caller.organization_id, params.id), publicUrl),
  )
  on(operations.updateMessageProvider, async ({ params, body, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const facts = { keys: secretKeys, now: ctx.clock.now() }
    const { before, after } = await providers.change(target, async (current) => {
      const changed = changedProvider(current, body, facts)
      if (body.settings) await check(changed, tools)
      return changed
    })
    return { ...reply(after, publicUrl), audit: { changes: providerChanges(before, after) } }
  })
  on(operations.deleteMessageProvider, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const before = await providers.remove(target)
    return { body: null, audit: { changes: providerChanges(before, null) } }
  })
  on(operations.testMessageProvider, test(ctx))
}

const create =
  (ctx: NotificationContext): Handler<typeof operations.createMessageProvider> =>
  async ({ body, caller, idempotency }) => {
    await check(body, ctx.tools)
    return await ctx.idempotency.once(idempotency, async (session) => {
      await ctx.providers.requireRoom('messageProvider', caller, session)
      const facts = { id: newId('messageProvider'), organizationId: caller.organization_id }
      const record = newProvider(body, { ...facts, keys: ctx.config.secretKeys, now: ctx.clock.now() })
      await ctx.providers.insert(record, session)
      const { body: shown, headers } = reply(record, ctx.config.publicUrl)
      const location = `/account/message-providers/${record._id}`
      const audit = { resource: record._id, changes: providerChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  }

const test = (ctx: NotificationContext): Handler<typeof operations.testMessageProvider> => {
  /** Organisations with a test under way, once for each. */
  const running: string[] = []
  return async ({ params, body, caller, idempotency }) => {
    let sent: Promise<MessageProviderTestResult> | undefined
    const sendOnce = async () => {
      const { organization_id } = caller
      const record = await ctx.providers.require(organization_id, params.id)
      if (running.filter((id) => id === organization_id).length >= MAX_TESTS) throw tooManyTests()
      running.push(organization_id)
      try {
        return await testProvider(ctx, { record, caller, to: body.to })
      } finally {
        running.splice(running.indexOf(organization_id), 1)
      }
    }
    return await ctx.idempotency.once(idempotency, async () => {
      // Once, however often the transaction is retried: it starts with inserting the key.
      sent ??= sendOnce()
      return { body: await sent, audit: { changes: {} } }
    })
  }
}

async function check({ kind, settings }: Pick<ProviderRecord, 'kind' | 'settings'>, tools: ProviderTools) {
  await PROVIDER_KINDS[kind].check?.(settings, tools)
}

const reply = (record: ProviderRecord, publicUrl: string) => ({
  body: presentProvider(record, publicUrl),
  headers: { etag: entityTag(record.version) },
})

/** Tests of providers that an organisation may have running in this process: each holds a connection and a mail. */
const MAX_TESTS = 2
const RETRY_AFTER_SECONDS = 10

const tooManyTests = () =>
  new ProblemError('rate_limited', 'Two tests of message providers are running. Wait for one to end.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const SUBJECT = 'Test message'
const TEXT = 'This is a test message from Usher. It works.'

/**
 * Sends a fixed text through a provider now.
 *
 * @param to phone number or e-mail address, in any usual notation
 * @throws ProblemError `validation_failed` if the provider has no channel for it
 */
async function testProvider(
  ctx: NotificationContext,
  { record, caller, to }: { record: ProviderRecord; caller: Caller; to: string },
): Promise<MessageProviderTestResult> {
  const recipient = await findRecipient(ctx, caller, { to, channel: 'auto' })
  const { channel } = recipient
  if (!record.channels.includes(channel)) {
    throw invalidField('/to', `is for ${channel}, which this provider does not serve`, 'wrong_channel')
  }
  const provider = createProvider(record, ctx.config, ctx.tools)
  const message = {
    id: newId('notification'),
    organizationId: record.organization_id,
    channel,
    expiresAt: null,
    attempt: 1,
  }
  const result = await give(provider, { ...message, to: recipient.to, subject: SUBJECT, text: TEXT })
  provider.close?.()
  if (result.outcome === 'sent') {
    const words = 'The provider has accepted the message.'
    return { outcome: 'sent', message: words, provider_code: null, message_id: result.messageId }
  }
  const { message: words, provider_code } = result.error
  return { outcome: result.outcome, message: words, provider_code, message_id: null }
}
