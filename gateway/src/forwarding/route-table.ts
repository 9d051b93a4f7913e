import { OAUTH_ROUTES, OPERATIONS, type Operation, type PassThroughRoute } from '@usher/contracts'
import findMyWay, { type HTTPMethod } from 'find-my-way'

/** What a request is for. */
export type Served = Operation | PassThroughRoute

/**
 * What a method and path lead to: an operation or a route passed through, with the path parameter `id` if it
 * has one, or (for OPTIONS) the methods there are.
 */
export type Route =
  | { readonly operation: Served; readonly id: string | undefined }
  | { readonly allow: string }

type Stored = { readonly operation: Served } | { readonly allow: string }

/** Finds the route of a request by its method and its request target; undefined when there is none. */
export type FindRoute = (method: string, target: string) => Route | undefined

/** The routes of all public operations. HEAD goes wherever GET does (RFC 9110 §9.3.2). */
export function createRouteTable(
  operations: readonly Operation[] = OPERATIONS,
  passedThrough: readonly PassThroughRoute[] = OAUTH_ROUTES,
): FindRoute {
  // The services parse the query; a path is taken as it is, so that both sides read the same.
  const router = findMyWay({ querystringParser: () => undefined })
  const add = (method: HTTPMethod, path: string, stored: Stored) =>
    router.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, stored)

  const methods = new Map<string, HTTPMethod[]>()
  for (const operation of operations) {
    const method = operation.method.toUpperCase() as HTTPMethod
    const served: HTTPMethod[] = method === 'GET' ? ['GET', 'HEAD'] : [method]
    for (const one of served) add(one, operation.path, { operation })
    methods.set(operation.path, [...(methods.get(operation.path) ?? []), ...served])
  }
  for (const route of passedThrough)
    add(route.method.toUpperCase() as HTTPMethod, route.path, { operation: route })
  for (const [path, served] of methods)
    add('OPTIONS', path, { allow: [...served, 'OPTIONS'].sort().join(', ') })

  return (method, target) => {
    const found = router.find(method as HTTPMethod, target)
    if (!found || !hasNoEmpty(found.params)) return undefined
    const stored: Stored = found.store
    return 'allow' in stored ? stored : { operation: stored.operation, id: found.params.id }
  }
}

/** Whether every path parameter has a value; services would read `/v1/queues/` as another path. */
function hasNoEmpty(params: Readonly<Record<string, string | undefined>>): boolean {
  for (const name in params) if (params[name] === '') return false
  return true
}
