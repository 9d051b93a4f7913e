import { Router } from 'express'
import { type ApiContext, userOf } from '../api-context.ts'
import { needed } from '../oauth/scopes.ts'

/** https://developers.google.com/workspace/calendar/api/v3/reference/channels/stop */
export function channelRoutes(context: ApiContext): Router {
  const router = Router()
  router.post('/calendar/v3/channels/stop', (req, res) => {
    context.channels.stop(req.body, userOf(req, context, needed.readEvents))
    res.status(204).end()
  })
  return router
}
