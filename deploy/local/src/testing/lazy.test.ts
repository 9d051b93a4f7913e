import { lazy } from './lazy.ts'

function aServer() {
  const stop = jest.fn(async () => {})
  const start = jest.fn(async () => ({ [Symbol.asyncDispose]: stop }))
  return { start, stop }
}

describe('a server that starts on first use', () => {
  test('starts once for two simultaneous requests', async () => {
    const { start } = aServer()
    const server = lazy(start)
    const [one, other] = await Promise.all([server.get(), server.get()])
    expect(one).toBe(other)
    expect(start).toHaveBeenCalledTimes(1)
    expect(server.value).toBe(one)
  })

  test('neither starts nor stops when never requested', async () => {
    const { start, stop } = aServer()
    await lazy(start)[Symbol.asyncDispose]()
    expect([start.mock.calls, stop.mock.calls]).toEqual([[], []])
  })

  test('is stopped after its start when disposed of while starting', async () => {
    const { start, stop } = aServer()
    const started = Promise.withResolvers<void>()
    const server = lazy(async () => {
      await started.promise
      return await start()
    })
    void server.get()
    const disposed = server[Symbol.asyncDispose]()
    started.resolve()
    await disposed
    expect(stop).toHaveBeenCalledTimes(1)
  })

  test('starts again when requested after a stop', async () => {
    const { start, stop } = aServer()
    const server = lazy(start)
    await server.get()
    await server.stop()
    expect(server.value).toBeUndefined()
    await server.get()
    expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([2, 1])
  })

  test('passes a failed start to the caller and starts again on the next request', async () => {
    const { start } = aServer()
    start.mockRejectedValueOnce(new Error('no room'))
    const server = lazy(start)
    await expect(server.get()).rejects.toThrow('no room')
    await expect(server.stop()).resolves.toBeUndefined()
    await server.get()
    expect(start).toHaveBeenCalledTimes(2)
  })
})
