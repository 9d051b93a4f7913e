import { bearerPaths } from '../tools/bearer-paths.ts'

const way = (...names: string[]) => ({ security: names.map((name) => ({ [name]: [] })) })

describe('paths of the API for keys and tokens', () => {
  test('BearerPaths leaves out operations that only sessions may call', () => {
    const paths = {
      '/v1/queues': { get: way('apiKey', 'oauth', 'session'), post: way('oauth', 'session') },
      '/account/me': { get: way('session'), patch: way('session') },
      '/public/join/{slug}': { get: way() },
    }
    expect(bearerPaths({ paths })).toContain(`interface BearerPaths {
    "/v1/queues": Pick<paths["/v1/queues"], "get" | "post">;
}`)
  })

  test('throws when an operation accepts keys but refuses sessions', () => {
    const paths = { '/v1/queues': { get: way('apiKey') } }
    expect(() => bearerPaths({ paths })).toThrow('get /v1/queues refuses sessions')
  })
})
