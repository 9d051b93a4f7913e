import { OAUTH_PATHS } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, type Guard, ProblemError } from '@usher/service-kit'
import express, { type Request, type Router } from 'express'
import type { Provider } from 'oidc-provider'
import type { AccountAction } from '../guard-policies.ts'
import { showPage } from './interaction-parts.ts'
import { errorPage } from './pages/error-page.ts'
import { clientIdOf, formOf, readForm, requestWith } from './token-form.ts'

const addressOf = (req: Request): string => req.get(CLIENT_ADDRESS_HEADER) ?? ''

/** Limits how often programs start device sign-ins, and how many codes people enter. */
export function deviceRoutes(guard: Guard<AccountAction>, serve: ReturnType<Provider['callback']>): Router {
  const router = express.Router()
  router.post(OAUTH_PATHS.deviceAuthorization, readForm, async (req, res) => {
    const form = formOf(req)
    await guard.require('device_sign_in', { address: addressOf(req) })
    await guard.require('device_sign_in_of_application', { application: clientIdOf(form, req) })
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
      await guard.require('device_code', { address: addressOf(req) })
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
