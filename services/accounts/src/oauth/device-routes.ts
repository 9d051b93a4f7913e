import { OAUTH_PATHS } from '@usher/contracts'
import { type AddressThrottle, CLIENT_ADDRESS_HEADER, ProblemError } from '@usher/service-kit'
import express, { type Request, type Router } from 'express'
import type { Provider } from 'oidc-provider'
import { showPage } from './interaction-parts.ts'
import { errorPage } from './pages/error-page.ts'
import { clientIdOf, formOf, readForm, requestWith } from './token-form.ts'

/** Device sign-ins that may be started in ten minutes from one address. */
const MAX_BEGUN = 30
/**
 * Device sign-ins that may be started in ten minutes with one application, from all addresses: what many addresses can
 * fill the database with.
 */
const MAX_OF_APPLICATION = 20_000
/** Codes that may be entered in ten minutes from one address: of 25 billion, each is valid for ten minutes. */
const MAX_ENTERED = 30

const TOO_MANY = 'Too many sign-ins have begun with this application.'

const addressOf = (req: Request): string => req.get(CLIENT_ADDRESS_HEADER) ?? ''

/** Limits how often programs start device sign-ins, and how many codes people enter. */
export function deviceRoutes(throttle: AddressThrottle, serve: ReturnType<Provider['callback']>): Router {
  const router = express.Router()
  const count = (use: Parameters<AddressThrottle['counted']>[0]) =>
    throttle.counted(use, async (refusal) => {
      if (refusal) throw refusal
      return {}
    })
  router.post(OAUTH_PATHS.deviceAuthorization, readForm, async (req, res) => {
    const form = formOf(req)
    await count({ of: 'begun', address: addressOf(req), max: MAX_BEGUN })
    await count({
      of: 'application',
      address: clientIdOf(form, req),
      max: MAX_OF_APPLICATION,
      refusal: TOO_MANY,
    })
    await serve(requestWith(req, form.toString()), res)
  })
  router.get(OAUTH_PATHS.device, async (req, res) => {
    const { user_code } = req.query
    // The server would submit it at once, by a script: the page is to be seen, and runs none.
    const query = typeof user_code === 'string' ? `?${new URLSearchParams({ code: user_code })}` : ''
    req.url = OAUTH_PATHS.device + query
    await serve(req, res)
  })
  router.post(OAUTH_PATHS.device, async (req, res) => {
    try {
      await count({ of: 'entered', address: addressOf(req), max: MAX_ENTERED })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { retryAfterSeconds = 600 } = error.options
      res.status(429).set('retry-after', String(retryAfterSeconds))
      return showPage(res, errorPage('too many codes were entered from your address. Wait ten minutes'))
    }
    await serve(req, res)
  })
  return router
}
