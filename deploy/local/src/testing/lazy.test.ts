import { lazy } from './lazy.ts'

function aServer() {
  const stop = jest.fn(async () => {})
  const start = jest.fn(async () => ({ [Symbol.asyncDispose]: stop }))
  return { start, stop }
}

describe('given something that starts when it is asked for', () => {
  test('when two ask at once, then it starts once', async () => {
    const { start } = aServer()
    const server = lazy(start)
    const [one, other] = await Promise.all([server.get(), server.get()])
    expect(one).toBe(other)
    expect(start).toHaveBeenCalledTimes(1)
    expect(server.value).toBe(one)
  })

  test('when nobody asks, then nothing starts and nothing stops', async () => {
    const { start, stop } = aServer()
    await lazy(start)[Symbol.asyncDispose]()
    expect([start.mock.calls, stop.mock.calls]).toEqual([[], []])
  })

  test('when it is disposed of while it starts, then it is stopped once it has started', async () => {
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

  test('when it was stopped and somebody asks again, then it starts anew', async () => {
    const { start, stop } = aServer()
    const server = lazy(start)
    await server.get()
    await server.stop()
    expect(server.value).toBeUndefined()
    await server.get()
    expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([2, 1])
  })

  test('when it cannot start, then whoever asks hears why, and the next one tries again', async () => {
    const { start } = aServer()
    start.mockRejectedValueOnce(new Error('no room'))
    const server = lazy(start)
    await expect(server.get()).rejects.toThrow('no room')
    await expect(server.stop()).resolves.toBeUndefined()
    await server.get()
    expect(start).toHaveBeenCalledTimes(2)
  })
})
