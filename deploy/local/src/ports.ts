import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { readJson, writePrivateJson } from './files.ts'

/** Whether this loopback port is free right now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await using _ = await listenOn(port, host)
    return true
  } catch {
    return false
  }
}

/** @throws Error if the port is taken */
async function listenOn(port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer()
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  return server
}

/**
 * Below the ranges from which Linux (32768–60999) and macOS (49152–65535) take ports of outgoing connections and of
 * servers that ask for any: those come and go all the time, and could take a port before its process listens.
 */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_767]
const MAX_TRIES = 100

/** Returns this many different free loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  await using held = new AsyncDisposableStack()
  return await Promise.all(Array.from({ length: count }, () => holdAnyPort(held)))
}

/** As many different free loopback ports, by name. */
export async function freePortsFor<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const ports = await freePorts(names.length)
  return Object.fromEntries(names.map((name, i) => [name, ports[i]])) as Record<Name, number>
}

/** A free port, taken until the stack is disposed of. */
async function holdAnyPort(held: AsyncDisposableStack): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    try {
      held.use(await listenOn(port))
      return port
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
  }
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
  const ports = await freePortsFor(names)
  await writePrivateJson(file, ports)
  return ports
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536
}
