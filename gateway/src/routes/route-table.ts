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

/** Routes of all public operations. HEAD goes wherever GET does (RFC 9110 §9.3.2). */
export function createRouteTable(
  operations: readonly Operation[] = OPERATIONS,
  passedThrough: readonly PassThroughRoute[] = OAUTH_ROUTES,
): FindRoute {
  // Services parse the query; the path is used undecoded, so that both sides read the same.
  const router = findMyWay({ querystringParser: () => undefined })
  const methods = new Map<string, Set<string>>()
  for (const place of [...operations, ...passedThrough].flatMap(placesOf)) {
    const { operation, former } = place
    const { path } = former ?? operation
    const method = operation.method.toUpperCase() as HTTPMethod
    const served: HTTPMethod[] = method === 'GET' && 'scope' in operation ? ['GET', 'HEAD'] : [method]
    for (const one of served) router.on(one, patternOf(path), () => {}, place)
    const others = methods.get(path) ?? ['OPTIONS']
    methods.set(path, new Set([...others, ...served]))
  }
  const paths = findMyWay({ querystringParser: () => undefined })
  for (const [path, served] of methods) {
    const route: Route = { allow: [...served].sort().join(', ') }
    paths.on('OPTIONS', patternOf(path), () => {}, route)
  }

  return (method, target) => {
    const found = router.find(method as HTTPMethod, target)
    if (found) return hasNoEmpty(found.params) ? { ...found.store, id: found.params.id } : undefined
    const path = paths.find('OPTIONS', target)
    return path && hasNoEmpty(path.params) ? path.store : undefined
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
