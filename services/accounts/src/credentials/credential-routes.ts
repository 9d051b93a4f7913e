import { type Credential, type CredentialKind, credentialLookup } from '@usher/contracts'
import { type Logger, type Metrics, notFound, parse } from '@usher/service-kit'
import express, { type RequestHandler, type Router } from 'express'
import type { ServiceContext } from '../context.ts'
import { resolveCredential } from './resolve-credential.ts'

interface Options {
  /** Only allows the gateway. */
  readonly guard: RequestHandler
  readonly log: Logger
  readonly metrics: Metrics
}

/** Routes for the gateway to look up API keys, sessions and access tokens. */
export function credentialRoutes(context: ServiceContext, { guard, log, metrics }: Options): Router {
  const router = express.Router()

  // The gateways' caches limit this to one write per credential and gateway in 30 s.
  const noteUse = (kind: CredentialKind, { actor, session_id = '' }: Credential) => {
    if (kind === 'access_token') return
    const now = context.clock.now()
    const isSession = kind === 'session'
    const noted = isSession ? context.sessions.touch(session_id, now) : context.apiKeys.touch(actor, now)
    noted.catch((err) => log.warn({ err }, 'the last use of a credential could not be noted'))
  }

  router.post(credentialLookup.path, guard, express.json(), async (req, res) => {
    const end = metrics.requestSeconds.startTimer({ operation: 'resolveCredential' })
    res.on('finish', () => end({ status: String(res.statusCode) }))
    const { kind, sha256, livemode } = parse(credentialLookup.body, req.body, '')
    const credential = await resolveCredential[kind](context, sha256, livemode)
    if (!credential) throw notFound('credential')
    res.json(credential)
    noteUse(kind, credential)
  })

  return router
}
