import {
  type ApiVersions,
  formerPathDeprecation,
  isForGuests,
  isPlatform,
  type Operation,
  type ServiceName,
  startConversion,
  VERSION_HEADER,
} from '@usher/contracts'
import {
  clientOf,
  isTracing,
  type Logger,
  MAX_BODY_BYTES,
  methodNotAllowed,
  ProblemError,
  requireShallowJson,
} from '@usher/service-kit'
import type { RequestHandler } from 'express'
import {
  authenticate,
  type Credentials,
  callerInCache,
  deviceOf,
  sessionOf,
} from '../credentials/authenticate.ts'
import type { KnownCaller } from '../credentials/known-caller.ts'
import { modeFor, requireMode, requireTestData } from '../credentials/mode.ts'
import { missingScope, noApiKey } from '../credentials/refusals.ts'
import { requireCsrfToken } from '../credentials/session-cookie.ts'
import type { Upstream } from '../forwarding/upstream.ts'
import { Exchange, holderOf, type Report } from '../http/exchange.ts'
import { requireClearFraming } from '../http/framing.ts'
import { setOwnHeaders } from '../http/own-headers.ts'
import { refuse } from '../http/refuse.ts'
import { hasBody, isJson, MAX_OPEN_BODY_BYTES, readBody } from '../http/request-body.ts'
import { requestIdOf } from '../http/request-context.ts'
import { requestSpan } from '../http/spans.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Bodies } from '../overload/body-budget.ts'
import { type FindRoute, isStream, type Served } from '../routes/route-table.ts'
import { convertRequest } from '../versions/convert-request.ts'
import type { ChooseVersion } from '../versions/request-version.ts'
import { requireTestClockUse, servedBy } from './test-clocks.ts'

/** What serving requests needs. */
export interface GatewayContext {
  readonly log: Logger
  /** Whether there is a sign-in page. */
  readonly hasDashboard: boolean
  readonly report: Report
  /** By what callers use the API; undefined: directly. */
  readonly via?: 'mcp' | undefined
  readonly findRoute: FindRoute
  readonly credentials: Credentials
  /** Token that tells a service that the gateway let a request through without a credential. */
  readonly gatewayToken: () => string
  readonly limits: RateLimits
  readonly versions: ApiVersions
  readonly chooseVersion: ChooseVersion
  readonly bodies: Bodies
  readonly upstreams: Readonly<Record<ServiceName, Upstream>>
}

const NO_OPERATION = { operation: undefined, id: undefined }

/** Serves the public API and pass-through routes; other requests go on to the gateway's own endpoints. */
export function publicHandler(context: GatewayContext): RequestHandler {
  const { findRoute, report, via } = context
  return (req, res, next) => {
    const requestId = requestIdOf(req.headers['x-request-id'])
    const route = findRoute(req.method, req.url)
    const { operation, id: pathId } = route && 'operation' in route ? route : NO_OPERATION
    const span = operation && isTracing() ? requestSpan(operation, req, requestId) : undefined
    const exchange = new Exchange(req, res, { operation, pathId, requestId, report, span, via })
    if (route && 'operation' in route && route.former)
      exchange.formerPath = formerPathDeprecation(route.former, pathId)
    try {
      requireClearFraming(req)
    } catch (error) {
      // The framing is ambiguous: close, as the start of the next request is unknown.
      res.setHeader('connection', 'close')
      refuse(exchange, error, context)
      return
    }
    if (operation) {
      serve(context, exchange, operation).catch((error) => refuse(exchange, error, context))
      return
    }
    const allow = route && 'allow' in route ? route.allow : undefined
    if (allow !== undefined && req.method !== 'OPTIONS')
      return refuse(exchange, methodNotAllowed(allow), context)
    setOwnHeaders(res, requestId, exchange.moreHeaders)
    if (allow !== undefined) {
      res.writeHead(204, { allow }).end()
      return
    }
    req.headers['x-request-id'] = requestId
    res.locals.exchange = exchange
    next()
  }
}

async function serve(context: GatewayContext, exchange: Exchange, operation: Served): Promise<void> {
  const { req } = exchange
  const upstream = context.upstreams[servedBy(operation, req.headers)]
  upstream.requireRoom(() => holderOf(exchange, callerInCache(context.credentials, req.headers)))
  const token =
    'scope' in operation ? await admit(context, exchange, operation) : await passThrough(context, exchange)
  if ('scope' in operation) setVersion(context, exchange, operation)
  // Without a body, do not await: that would cost a turn of the event loop.
  const body = hasBody(req) ? await readBodyOf(exchange, operation, context.bodies) : null
  if (exchange.isOver) return
  if (body) {
    exchange.bytesIn = body.length
    if (isJson(req)) requireShallowJson(body)
  }
  if (isStream(operation)) context.limits.countStream(exchange)
  await upstream.forward(exchange, token, inNewestVersion(exchange, body))
}

/** Chooses the version of an admitted request, and whether what it sends and gets is converted. */
function setVersion({ chooseVersion }: GatewayContext, exchange: Exchange, { id }: Operation): void {
  const asked = exchange.req.headers[VERSION_HEADER] as string | undefined
  exchange.version = chooseVersion(asked, exchange.caller?.version)
  const changes = exchange.version.changesOf(id)
  if (changes) exchange.conversion = startConversion(changes)
}

/** The body as services know it; sets the request target likewise. */
function inNewestVersion(exchange: Exchange, body: Buffer | null): Buffer | null {
  const { req, conversion } = exchange
  if (!conversion) return body
  const converted = convertRequest(conversion, { target: req.url, body, isJson: isJson(req) })
  exchange.target = converted.target
  return converted.body
}

/**
 * Reads the body of an admitted request. Without a credential it must be small, unless it is a provider's callback.
 */
function readBodyOf({ req, res, caller }: Exchange, operation: Served, bodies: Bodies): Promise<Buffer> {
  if (caller) return readBody(req, res, bodies.known.open(caller.organizationId))
  const max = 'callback' in operation && operation.callback ? MAX_BODY_BYTES : MAX_OPEN_BODY_BYTES
  return readBody(req, res, bodies.open.open(clientOf(req.ip ?? '')), max)
}

/** A display's stream goes on unauthenticated while accounts cannot check its session. */
const unlessStream = (operation: Operation) => (error: unknown) => {
  if (!isStream(operation)) throw error
  return undefined
}

/** Admits a request or throws; returns the token that tells the service who is calling. */
async function admit(
  { limits, credentials, gatewayToken }: GatewayContext,
  exchange: Exchange,
  operation: Operation,
): Promise<string> {
  const { scope, method, path, callback, hearsSession, hearsDevice } = operation
  const { headers } = exchange.req
  if (scope === null) {
    const isGuest = isForGuests(path) || isPlatform(path)
    await limits.countByAddress(exchange, callback ? 'callbacks' : isGuest ? 'guests' : 'account')
    if (hearsSession) exchange.session = await sessionOf(credentials, headers).catch(unlessStream(operation))
    if (hearsDevice) exchange.device = deviceOf(credentials, headers)
    return gatewayToken()
  }
  const mode = modeFor(operation, headers)
  const caller = await limits.admit(exchange, () => authenticate(credentials, headers, mode))
  requireMode(caller, headers)
  if (method !== 'get') requireCsrfToken(caller, headers, credentials.cookieName)
  if (isPlatform(path)) requirePlatformAccess(caller)
  if (!caller.scopes.has(scope)) throw missingScope(scope)
  requireTestData(operation, caller)
  requireTestClockUse(operation, caller, headers)
  return caller.token
}

/** The platform API is for applications and people of organisations with early access. */
function requirePlatformAccess({ kind, isEarly }: KnownCaller): void {
  if (kind === 'api_key') throw noApiKey()
  if (isEarly) return
  throw new ProblemError('early_access_required', 'Ask us to enable the platform API for your organisation.')
}

/** Counts a request that the service itself authenticates. */
async function passThrough({ limits, gatewayToken }: GatewayContext, exchange: Exchange): Promise<string> {
  await limits.countByAddress(exchange, 'oauth')
  return gatewayToken()
}
