import {
  EVENT_STREAM,
  type FormerPath,
  formerPathsOf,
  OAUTH_ROUTES,
  OPERATIONS,
  type Operation,
  type PassThroughRoute,
} from '@usher/contracts'
import findMyWay, { type HTTPMethod } from 'find-my-way'

/** What a request matched. */
export type Served = Operation | PassThroughRoute

/** Whether the answer is an event stream. */
export const isStream = (served: Served): boolean => 'media' in served && served.media?.[0] === EVENT_STREAM

/**
 * What a method and path match: an operation or pass-through route, with the path parameter `id` if it has one, or
 * (for OPTIONS and unsupported methods) the methods of the path.
 */
export type Route =
  | { readonly operation: Served; readonly id: string | undefined; readonly former?: FormerPath | undefined }
  | { readonly allow: string }

/** An operation at one of its paths. */
interface Place {
  readonly operation: Served
  readonly former?: FormerPath
}

/** Finds the route of a request by method and request target; undefined if there is none. */
export type FindRoute = (method: string, target: string) => Route | undefined

/** Stands for every method that no path has, such as PROPFIND. */
const OTHER = 'TRACE'
const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', OTHER] as const

/** Routes of all public operations. HEAD goes wherever GET does (RFC 9110 §9.3.2). */
export function createRouteTable(
  operations: readonly Operation[] = OPERATIONS,
  passedThrough: readonly PassThroughRoute[] = OAUTH_ROUTES,
): FindRoute {
  const paths = new Map<string, Map<string, Place>>()
  for (const place of [...operations, ...passedThrough].flatMap(placesOf)) {
    const { operation, former } = place
    const { path } = former ?? operation
    const served = paths.get(path) ?? new Map<string, Place>()
    paths.set(path, served.set(operation.method.toUpperCase(), place))
    if (operation.method === 'get' && 'scope' in operation) served.set('HEAD', place)
  }
  // Services parse the query; the path is used undecoded, so that both sides read the same.
  const router = findMyWay({ querystringParser: () => undefined })
  for (const [path, served] of paths) {
    const allow = [...new Set(['OPTIONS', ...served.keys()])].sort().join(', ')
    // A path has all methods, or `/notifications/{id}` would take a GET of `/notifications/send`.
    for (const method of METHODS)
      router.on(method, patternOf(path), () => {}, served.get(method) ?? { allow })
  }

  return (method, target) => {
    const found = router.find(method as HTTPMethod, target) ?? router.find(OTHER, target)
    if (!found || !hasNoEmpty(found.params)) return undefined
    return 'allow' in found.store ? found.store : { ...found.store, id: found.params.id }
  }
}

/** An operation where it is, and where it was. */
const placesOf = (operation: Served): Place[] => [
  { operation },
  ...formerPathsOf(operation).map((former) => ({ operation, former })),
]

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Whether every path parameter has a value; services would read `/v1/queues/` as another path. */
function hasNoEmpty(params: Readonly<Record<string, string | undefined>>): boolean {
  for (const name in params) if (params[name] === '') return false
  return true
}
