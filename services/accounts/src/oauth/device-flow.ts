import { CLIENT_ADDRESS_HEADER, pageHeaders } from '@usher/service-kit'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { deviceInfoOf, originOf } from './device-origin.ts'
import { deviceCodePage, deviceConfirmPage, deviceDonePage } from './pages/device-pages.ts'
import { errorPage } from './pages/error-page.ts'

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>

/** What is wrong with a code, by the name of the server's error. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code.',
  NotFoundError: 'There is no such code. Check it, and enter it again.',
  ExpiredError: 'The code has expired. Start again in the terminal.',
  InvalidRequest: 'The page was open for too long. Enter the code again.',
  AlreadyUsedError: 'The code has been used. Start again in the terminal.',
}

function show(ctx: KoaContextWithOIDC, content: string): void {
  ctx.set(pageHeaders())
  ctx.body = content
}

/** Protects the forms against other sites. */
const secretOf = ({ oidc }: KoaContextWithOIDC): string => String(oidc.session?.state?.secret)

/** The page on which to enter a code, or another one after an error. */
function inputPage(ctx: KoaContextWithOIDC, error: Error | undefined): string {
  if (error?.name === 'AbortedError') return deviceDonePage(false)
  const { session } = ctx.oidc
  if (error && session?.exp === undefined) {
    // Without cookies there is no session to write, which the server would try.
    Object.assign(session ?? {}, { touched: false })
    return errorPage('the page was open for too long, or cookies are blocked')
  }
  const problem = error && (PROBLEMS[error.name] ?? 'This did not work. Start again in the terminal.')
  const { code } = ctx.query
  return deviceCodePage({ secret: secretOf(ctx), code: typeof code === 'string' ? code : '', problem })
}

/**
 * Programs without a browser (RFC 8628): people enter a code on another device, compare it and consent there. What the
 * program says about itself is not kept: whoever wants to be let in would choose it.
 */
export const deviceFlow: DeviceFlow = {
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: deviceInfoOf,
  userCodeInputSource: async (ctx, _form, _out, error) => show(ctx, inputPage(ctx, error)),
  userCodeConfirmSource: async (ctx, _form, { clientName = 'A program' }, deviceInfo, code) => {
    const { iat = 0 } = ctx.oidc.deviceCode ?? {}
    const origin = originOf({ iat, deviceInfo }, ctx.get(CLIENT_ADDRESS_HEADER))
    show(ctx, deviceConfirmPage({ secret: secretOf(ctx), clientName, code, origin }))
  },
  successSource: async (ctx) => show(ctx, deviceDonePage(true)),
}

const DEVICE_ROUTES = new Set(['code_verification', 'device_resume'])

/** Each code needs a consent of its own: it says for which data. */
export const isUnaskedDevice = ({ oidc }: KoaContextWithOIDC): boolean =>
  DEVICE_ROUTES.has(oidc.route) && !oidc.result?.consent
