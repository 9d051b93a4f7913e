import { bearerPaths } from '../tools/bearer-paths.ts'

const way = (...names: string[]) => ({ security: names.map((name) => ({ [name]: [] })) })

describe('given operations of several credentials', () => {
  test('when the paths of keys and tokens are made, then those of sessions alone are left out', () => {
    const paths = {
      '/v1/queues': { get: way('apiKey', 'oauth', 'session'), post: way('oauth', 'session') },
      '/account/me': { get: way('session'), patch: way('session') },
      '/public/join/{slug}': { get: way() },
    }
    expect(bearerPaths({ paths })).toContain(`interface BearerPaths {
    "/v1/queues": Pick<paths["/v1/queues"], "get" | "post">;
}`)
  })

  test('when one refuses sessions, then no types are made that would offer it to them', () => {
    const paths = { '/v1/queues': { get: way('apiKey') } }
    expect(() => bearerPaths({ paths })).toThrow('get /v1/queues refuses sessions')
  })
})
