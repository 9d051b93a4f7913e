import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Project } from './project.ts'
import { assert, run } from './run.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** This machine's address on the network that deliveries leave by. */
export async function addressOfThisMachine(project: Project): Promise<string> {
  const [container] = await project.containers('webhook-delivery')
  assert(container, 'webhook-delivery runs')
  const format =
    '{{range $name, $network := .NetworkSettings.Networks}}{{$name}} {{$network.Gateway}}\n{{end}}'
  const networks = await run('docker', ['inspect', '--format', format, container.id], { env: project.env })
  const address = networks.match(/_outside (\S+)/)?.[1]
  assert(address, 'the way out has an address here')
  return address
}

/** A webhook receiver on this machine. */
export async function startReceiver(project: Project) {
  const address = await addressOfThisMachine(project)
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    const pieces: Buffer[] = []
    for await (const piece of req) pieces.push(piece)
    received.push({ headers: req.headers, body: Buffer.concat(pieces) })
    res.end()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve))
  return {
    received,
    url: `http://${address}:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
