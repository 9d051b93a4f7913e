import { createServer } from 'node:net'
import { readJson, writePrivateJson } from './files.ts'

/** Whether this loopback port is free right now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Returns this many different free loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere))
  const ports = servers.map(({ port }) => port)
  await Promise.all(servers.map(({ close }) => close()))
  return ports
}

function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port was assigned'))
      const close = () => new Promise<void>((done) => server.close(() => done()))
      resolve({ port: address.port, close })
    })
  })
}

/**
 * Ports by name, kept in a file: the same as last time if they are all free, else new ones.
 *
 * Clients find a server again when it comes back on its old port.
 */
export async function rememberedPorts<Name extends string>(
  file: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const known = (await readJson(file)) as Partial<Record<Name, number>> | undefined
  const before = names.map((name) => known?.[name])
  if (before.every(isPort) && (await Promise.all(before.map((port) => isPortFree(port)))).every(Boolean)) {
    return known as Record<Name, number>
  }
  const fresh = await freePorts(names.length)
  const ports = Object.fromEntries(names.map((name, i) => [name, fresh[i]])) as Record<Name, number>
  await writePrivateJson(file, ports)
  return ports
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536
}
