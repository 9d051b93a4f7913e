import { type MessageProviderTestResult, operations } from '@usher/contracts'
import {
  entityTag,
  type Handler,
  newId,
  type OperationRouter,
  pageReply,
  placeOf,
  type SecretKey,
} from '@usher/service-kit'
import type { NotificationContext } from '../../context.ts'
import { createProviderMaker } from './create-provider.ts'
import type { ProviderTools } from './provider-kind.ts'
import { PROVIDER_KINDS } from './provider-kinds.ts'
import {
  changedProvider,
  newProvider,
  type ProviderRecord,
  presentProvider,
  providerChanges,
} from './provider-record.ts'
import { TestPlaces } from './test-places.ts'
import { testProvider } from './test-provider.ts'

interface Options {
  readonly tools: ProviderTools
  readonly secretKeys: readonly SecretKey[]
  readonly publicUrl: string
}

/** Routes for an organisation's providers. */
export function providerRoutes(ctx: NotificationContext, { on }: OperationRouter, options: Options): void {
  const { cursors, providers } = ctx
  const { publicUrl } = options
  on(operations.listMessageProviders, async ({ query, caller }) => {
    const list = JSON.stringify(['message providers', caller.organization_id])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await providers.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    const present = (record: ProviderRecord) => presentProvider(record, publicUrl)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
  })
  on(operations.createMessageProvider, create(ctx, options))
  on(operations.getMessageProvider, async ({ params, caller }) =>
    reply(await providers.require(caller.organization_id, params.id), publicUrl),
  )
  on(operations.updateMessageProvider, async ({ params, body, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const facts = { keys: options.secretKeys, now: ctx.clock.now() }
    const { before, after } = await providers.change(target, async (current) => {
      const changed = changedProvider(current, body, facts)
      if (body.settings) await check(changed, options.tools)
      return changed
    })
    return { ...reply(after, publicUrl), audit: { changes: providerChanges(before, after) } }
  })
  on(operations.deleteMessageProvider, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const before = await providers.remove(target)
    return { body: null, audit: { changes: providerChanges(before, null) } }
  })
  on(operations.testMessageProvider, test(ctx, options))
}

const create =
  (ctx: NotificationContext, options: Options): Handler<typeof operations.createMessageProvider> =>
  async ({ body, caller, idempotency }) => {
    await check(body, options.tools)
    return await ctx.idempotency.once(idempotency, async (session) => {
      await ctx.providers.requireRoom('messageProvider', caller, session)
      const facts = { id: newId('messageProvider'), organizationId: caller.organization_id }
      const record = newProvider(body, { ...facts, keys: options.secretKeys, now: ctx.clock.now() })
      await ctx.providers.insert(record, session)
      const { body: shown, headers } = reply(record, options.publicUrl)
      const location = `/account/message-providers/${record._id}`
      const audit = { resource: record._id, changes: providerChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  }

const test = (
  ctx: NotificationContext,
  { tools, secretKeys, publicUrl }: Options,
): Handler<typeof operations.testMessageProvider> => {
  const maker = createProviderMaker(tools, secretKeys, publicUrl)
  const places = new TestPlaces()
  return async ({ params, body, caller, idempotency }) => {
    let sent: Promise<MessageProviderTestResult> | undefined
    const sendOnce = async () => {
      const record = await ctx.providers.require(caller.organization_id, params.id)
      using _place = places.take(caller.organization_id)
      return await testProvider(ctx, maker, { record, caller, to: body.to })
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
