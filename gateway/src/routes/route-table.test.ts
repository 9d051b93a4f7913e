import { FORMER_PATHS, OAUTH_ROUTES, OPERATIONS } from '@usher/contracts'
import { createRouteTable } from './route-table.ts'

const findRoute = createRouteTable()
const operationAt = (method: string, target: string) => {
  const route = findRoute(method, target)
  return route && 'operation' in route ? route.operation.id : undefined
}

describe('the route table', () => {
  test('finds every public operation by its method and path', () => {
    for (const { id, method, path } of OPERATIONS) {
      expect(operationAt(method.toUpperCase(), path.replace(/\{\w+\}/, 'x_1'))).toBe(id)
    }
  })

  test('finds the operation of a former path and marks the route as former', () => {
    expect(FORMER_PATHS.length).toBeGreaterThan(0)
    for (const former of FORMER_PATHS) {
      const { method, path, successor } = former
      const current = findRoute(method.toUpperCase(), successor.replace(/\{\w+\}/, 'x_1'))
      expect(current).not.toHaveProperty('former')
      expect(findRoute(method.toUpperCase(), path.replace(/\{\w+\}/, 'x_1'))).toEqual({ ...current, former })
    }
  })

  test('finds an operation with a query, an encoded id, an absolute target or HEAD', () => {
    expect(operationAt('GET', '/v1/guests/gst_1?a=/v1/queues')).toBe('getGuest')
    expect(operationAt('GET', '/v1/guests/a%2Fb')).toBe('getGuest')
    expect(operationAt('GET', 'http://usher.test/v1/queues?limit=1')).toBe('listQueues')
    expect(operationAt('HEAD', '/v1/guests/gst_1')).toBe('getGuest')
  })

  test.each([
    ['GET', '/'],
    ['GET', '*'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/queues/'],
    ['POST', '/v1/guests//seat'],
    ['GET', '/V1/queues'],
    ['GET', '//v1/queues'],
    ['GET', '/v1/queues/%'],
    ['GET', '/v1/queues/../guests/x'],
    ['GET', `/v1/queues/${'a'.repeat(101)}`],
    ['PUT', '/v1/queues/'],
    ['POST', '/internal/credentials/resolve'],
  ])('finds no route for %s %s', (method, target) => {
    expect(findRoute(method, target) === undefined).toBe(true)
  })

  test.each([
    ['PUT', '/v1/queues', 'GET, HEAD, OPTIONS, POST'],
    ['PUT', '/v1/queues/q_1?a=b', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PROPFIND', '/v1/queues', 'GET, HEAD, OPTIONS, POST'],
    ['NONSENSE', '/v1/guests/g/seat', 'OPTIONS, POST'],
    ['DELETE', '/oauth/token', 'OPTIONS, POST'],
    ['POST', '/.well-known/oauth-authorization-server', 'GET, OPTIONS'],
    ['PROPFIND', '/oauth/token', 'OPTIONS, POST'],
    ['GET', '/v1/notifications/send', 'OPTIONS, POST'],
    ['DELETE', '/v1/notifications/templates/preview', 'OPTIONS, POST'],
    ['PATCH', '/api/bookings/holds', 'OPTIONS, POST'],
  ])('answers %s %s with the allowed methods of the path: %s', (method, target, allow) => {
    expect(findRoute(method, target)).toEqual({ allow })
  })

  test('finds the methods of a path, and never an operation of another path', () => {
    for (const { path } of [...OPERATIONS, ...OAUTH_ROUTES, ...FORMER_PATHS])
      for (const method of ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']) {
        const route = findRoute(method, path.replaceAll(/\{\w+\}/g, 'x_1'))
        const found = route && 'operation' in route ? [route.former?.path ?? route.operation.path] : []
        expect([path, ...found]).toEqual([path, ...found.map(() => path)])
        expect(route).toBeDefined()
      }
  })

  test('answers OPTIONS with the allowed methods of a known path', () => {
    expect(findRoute('OPTIONS', '/v1/queues')).toEqual({ allow: 'GET, HEAD, OPTIONS, POST' })
    expect(findRoute('OPTIONS', '/v1/guests/g/seat')).toEqual({ allow: 'OPTIONS, POST' })
    expect(findRoute('OPTIONS', '/v1/nothing')).toBeUndefined()
  })
})
