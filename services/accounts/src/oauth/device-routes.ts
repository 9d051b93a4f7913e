import { OAUTH_PATHS } from '@usher/contracts'
import { type AddressThrottle, CLIENT_ADDRESS_HEADER, ProblemError } from '@usher/service-kit'
import express, { type Request, type Router } from 'express'
import type { Provider } from 'oidc-provider'
import { showPage } from './interaction-parts.ts'
import { errorPage } from './pages/error-page.ts'

/** Device sign-ins that may be started in ten minutes from one address. */
const MAX_BEGUN = 30
/** Codes that may be entered in ten minutes from one address: of 25 billion, each is valid for ten minutes. */
const MAX_ENTERED = 30

/** Limits how often programs start device sign-ins, and how many codes people enter. */
export function deviceRoutes(throttle: AddressThrottle, serve: ReturnType<Provider['callback']>): Router {
  const router = express.Router()
  const count = async (req: Request, of: string, max: number): Promise<void> => {
    const use = { of, address: req.get(CLIENT_ADDRESS_HEADER) ?? '', max }
    await throttle.counted(use, async (refusal) => {
      if (refusal) throw refusal
      return {}
    })
  }
  router.post(OAUTH_PATHS.deviceAuthorization, async (req, res) => {
    await count(req, 'begun', MAX_BEGUN)
    await serve(req, res)
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
      await count(req, 'entered', MAX_ENTERED)
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
