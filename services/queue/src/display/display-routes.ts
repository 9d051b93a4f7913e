import { hash } from 'node:crypto'
import { operations } from '@usher/contracts'
import { EVENT_STREAM_HEADERS, type OpenOperationRouter } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { findBySlug } from '../public-join/find-by-slug.ts'
import { readDisplay } from './read-display.ts'

/** What screens in the room show, which know their queue by the slug of its join page. */
export function addDisplayRoutes({ on }: OpenOperationRouter, ctx: QueueContext): void {
  on(operations.getDisplay, async ({ params }) => {
    const { queue } = await findBySlug(ctx, params.slug)
    const body = await readDisplay(ctx, queue._id, { organization_id: queue.organization_id })
    return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
  })
  on(operations.streamDisplay, async ({ params }) => {
    const { queue } = await findBySlug(ctx, params.slug)
    const access = { organization_id: queue.organization_id }
    return { body: await ctx.live.followDisplay(queue._id, access), headers: EVENT_STREAM_HEADERS }
  })
}
