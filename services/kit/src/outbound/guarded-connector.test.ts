import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { AddressGuard } from './address-guard.ts'
import { createGuardedConnector } from './guarded-connector.ts'

/** Connects to a server on loopback under a guard; tells the error and how many connections it got. */
async function connectUnder(isAllowed: AddressGuard) {
  let connections = 0
  const server = createServer(() => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  createGuardedConnector(isAllowed, async () => []).connect(
    { hostname: '127.0.0.1', protocol: 'http:', port: String(port) },
    (error, socket) => {
      socket?.destroy()
      resolve(error)
    },
  )
  const error = await promise
  await new Promise((closed) => server.close(closed))
  return { message: error?.message, connections: () => connections }
}

describe('the connection to a receiver given by its IP address', () => {
  test('is not attempted when the guard refuses the address', async () => {
    const { message, connections } = await connectUnder(() => false)
    expect(message).toBe('Nothing is sent to the address 127.0.0.1')
    expect(connections()).toBe(0)
  })

  test('is opened when the guard accepts the address', async () => {
    expect((await connectUnder(() => true)).message).toBeUndefined()
  })

  test('fails when the guard refuses the address after connecting', async () => {
    let checks = 0
    const { message } = await connectUnder(() => {
      checks += 1
      return checks === 1
    })
    expect(message).toBe('Nothing is sent to the address 127.0.0.1')
  })
})
