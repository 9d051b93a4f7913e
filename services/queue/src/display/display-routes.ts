import { hash } from 'node:crypto'
import { operations } from '@usher/contracts'
import {
  type CallbackRequest,
  EVENT_STREAM_HEADERS,
  type OperationRouter,
  SESSION_HEADER,
} from '@usher/service-kit'
import type { Access } from '../access.ts'
import type { QueueContext } from '../context.ts'
import { findBySlug } from '../public-join/find-by-slug.ts'
import { readDisplay } from './read-display.ts'

/** Routes for screens in the venue, which know their queue by the slug of its join page. */
export function displayRoutes(ctx: QueueContext, { on }: OperationRouter): void {
  on(operations.getDisplay, async ({ params }) => {
    const { queue } = await findBySlug(ctx, params.slug)
    const body = await readDisplay(ctx, queue._id, { organization_id: queue.organization_id })
    return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
  })
  on(operations.streamDisplay, async ({ params, request, clientAddress }) => {
    const { queue } = await findBySlug(ctx, params.slug)
    const access = { organization_id: queue.organization_id }
    const address = isOfStaff(ctx, request, access) ? undefined : clientAddress
    return {
      body: await ctx.live.followDisplay(queue._id, { access, address }),
      headers: EVENT_STREAM_HEADERS,
    }
  })
}

/** Whether a member of the queue's organisation is signed in in the browser, according to the gateway. */
function isOfStaff({ verifyCaller }: QueueContext, request: CallbackRequest, access: Access): boolean {
  const token = request.header(SESSION_HEADER)
  return token !== undefined && verifyCaller(token)?.organization_id === access.organization_id
}
