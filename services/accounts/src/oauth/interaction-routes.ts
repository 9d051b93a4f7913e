import { OAUTH_PATHS, operations } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, ProblemError, parse, readCookie } from '@usher/service-kit'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { errors, type Provider } from 'oidc-provider'
import { z } from 'zod'
import type { ServiceContext } from '../context.ts'
import { memberOfCookie } from '../sessions/member-of-cookie.ts'
import { SESSION_SECONDS, signedInNote } from '../sessions/session.ts'
import { DEVICE_SECONDS } from '../sign-in/known-device-store.ts'
import { signIn } from '../sign-in/sign-in.ts'
import type { Interaction } from './consent.ts'
import { showConsent, takeConsent, takeDenial } from './consent-steps.ts'
import { nameOfClient, note, redirectUriOf, showPage } from './interaction-parts.ts'
import { errorPage } from './pages/error-page.ts'
import { signInPage } from './pages/sign-in-page.ts'

const signInForm = z.object({
  email: z.string().max(254),
  password: z.string().max(128),
  code: z.string().trim().max(100).optional(),
})

const readForm = express.urlencoded({ extended: false, limit: '10kb' })

/**
 * Pages for signing in and consenting. The interaction cookie, which other sites cannot send (SameSite=Lax),
 * and the unguessable uid in the URL protect the forms against CSRF.
 */
export function interactionRoutes(context: ServiceContext, provider: Provider): Router {
  const router = express.Router()
  const path = `${OAUTH_PATHS.interaction}/:uid`
  const step =
    (handle: (interaction: Interaction, req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      const interaction = await findInteraction(provider, req, res)
      if (interaction) await handle(interaction, req, res)
      else showPage(res.status(400), errorPage('the sign-in took too long, or cookies are blocked'))
    }
  router.get(path, step(showStep(context, provider)))
  router.post(`${path}/sign-in`, readForm, step(takeSignIn(context, provider)))
  router.post(`${path}/consent`, readForm, step(takeConsent(context, provider)))
  router.post(`${path}/deny`, step(takeDenial(context, provider)))
  return router
}

async function findInteraction(
  provider: Provider,
  req: Request,
  res: Response,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(req, res)
    return interaction.uid === req.params.uid ? interaction : undefined
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

const showStep =
  (context: ServiceContext, provider: Provider) =>
  async (interaction: Interaction, req: Request, res: Response): Promise<void> => {
    if (interaction.prompt.name === 'consent')
      return await showConsent(context, provider, interaction, req, res)
    const clientName = await nameOfClient(context, interaction)
    const member = await memberOfCookie(context, req.headers.cookie)
    const isAskedAgain = String(interaction.params.prompt ?? '').includes('login')
    if (member && !isAskedAgain) return await finishSignIn(provider, member._id, req, res)
    const email = String(interaction.params.login_hint ?? '').slice(0, 254)
    showPage(res, signInPage({ uid: interaction.uid, clientName, email }), redirectUriOf(interaction))
  }

const takeSignIn =
  (context: ServiceContext, provider: Provider) =>
  async (interaction: Interaction, req: Request, res: Response): Promise<void> => {
    const form = parse(signInForm, req.body, '')
    const origin = {
      clientAddress: req.get(CLIENT_ADDRESS_HEADER) ?? '',
      userAgent: req.get('user-agent') ?? null,
      device: readCookie(req.headers.cookie, context.deviceCookie.name),
    }
    try {
      const { record, token, device } = await signIn(
        context,
        parse(operations.signIn.body, credentialsOf(form), ''),
        origin,
      )
      res.append('set-cookie', context.cookie.set(token, SESSION_SECONDS))
      res.append('set-cookie', context.deviceCookie.set(device, DEVICE_SECONDS))
      note(res, signedInNote(record))
      await finishSignIn(provider, record.member_id, req, res)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.options.audit) note(res, error.options.audit)
      const clientName = await nameOfClient(context, interaction)
      const asksForCode = error.code === 'second_factor_required' || form.code !== undefined
      const facts = {
        uid: interaction.uid,
        clientName,
        email: form.email,
        problem: problemOf(error),
        asksForCode,
      }
      const status = error.code === 'rate_limited' ? 429 : 401
      showPage(res.status(status), signInPage(facts), redirectUriOf(interaction))
    }
  }

/** Authenticator codes have six digits; anything longer is a recovery code. */
function credentialsOf({ email, password, code }: z.infer<typeof signInForm>) {
  if (!code) return { email, password }
  return { email, password, ...(/^\d{6}$/.test(code) ? { totp: code } : { recovery_code: code }) }
}

function problemOf({ code, message }: ProblemError): string {
  if (code === 'second_factor_required') return 'Enter your password once more, and the code besides.'
  return code === 'validation_failed' ? 'This is no e-mail address, or no code of ours.' : message
}

const finishSignIn = (provider: Provider, accountId: string, req: Request, res: Response): Promise<void> =>
  provider.interactionFinished(req, res, { login: { accountId, remember: false } })
