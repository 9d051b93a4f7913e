import { type LocalGoogle, startLocalGoogle } from '@usher/local-google'
import { type OwnUsher, startOwnUsher } from './stack.ts'

export type WithGoogle = OwnUsher & { readonly google: LocalGoogle }

/**
 * Starts Usher with its own Google, in which one person has a calendar.
 *
 * @param environment added to that of every process
 */
export async function startUsherWithGoogle(environment: Record<string, string> = {}): Promise<WithGoogle> {
  const cleanup = new AsyncDisposableStack()
  const google = cleanup.use(await startLocalGoogle())
  google.createAccount('ann@example.test', { timeZone: 'Europe/Berlin' })
  const usher = cleanup.use(await startOwnUsher({ ...google.environment, ...environment }))
  google.addRedirectUri(`${usher.stack.url}/api/google-calendar/callback`)
  return { ...usher, google, [Symbol.asyncDispose]: () => cleanup.disposeAsync() }
}

/**
 * Grants what a page of the local Google asks for, as the first account it offers.
 *
 * @returns path and query that the browser is redirected to
 */
export async function consentAt(authorizationUrl: string): Promise<string> {
  const page = await (await fetch(authorizationUrl)).text()
  const form = new URLSearchParams({ decision: 'allow' })
  for (const [, name = '', value = ''] of page.matchAll(
    /name="(flow|account|scope)" value="([^"]+)"(?! required)/g,
  ))
    form.append(name, value)
  const url = new URL('/o/oauth2/v2/auth/consent', authorizationUrl)
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return `${back.pathname}${back.search}`
}
