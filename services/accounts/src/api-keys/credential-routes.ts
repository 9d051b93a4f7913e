import { credentialLookup } from '@usher/contracts'
import { type Logger, type Metrics, notFound, parse } from '@usher/service-kit'
import express, { type RequestHandler, type Router } from 'express'
import type { AccountsContext } from '../context.ts'
import { resolveCredential } from './resolve-credential.ts'

interface Options {
  /** Lets only the gateway through. */
  readonly guard: RequestHandler
  readonly log: Logger
  readonly metrics: Metrics
}

/** The look-up of API keys by the gateway. */
export function credentialRoutes(context: AccountsContext, { guard, log, metrics }: Options): Router {
  const router = express.Router()

  // The gateways' caches make this at most one write per key and gateway in 30 s.
  const noteUse = (id: string) => {
    context.apiKeys
      .touch(id, context.clock.now())
      .catch((err) => log.warn({ err }, 'the last use of a key could not be noted'))
  }

  router.post(credentialLookup.path, guard, express.json(), async (req, res) => {
    const end = metrics.requestSeconds.startTimer({ operation: 'resolveCredential' })
    res.on('finish', () => end({ status: String(res.statusCode) }))
    const { sha256 } = parse(credentialLookup.body, req.body, '')
    const credential = await resolveCredential(context, sha256)
    if (!credential) throw notFound('API key')
    res.json(credential)
    noteUse(credential.actor)
  })

  return router
}
