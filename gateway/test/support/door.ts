import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Passes bytes between clients and a server, until a test shuts it. */
export async function openDoor(address: string, defaultPort: number) {
  const { hostname, port } = new URL(address)
  let state: 'open' | 'cut' | 'silent' = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') return void client.destroy()
    const upstream = connect(Number(port || defaultPort), hostname)
    keep(upstream)
    client
      .on('data', (chunk) => state === 'open' && upstream.write(chunk))
      .on('close', () => upstream.destroy())
    upstream
      .on('data', (chunk) => state === 'open' && client.write(chunk))
      .on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const url = new URL(address)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The server's address by way of the door. */
    url: url.href,
    cut() {
      state = 'cut'
      cutAll()
    },
    silence() {
      state = 'silent'
    },
    open() {
      if (state === 'silent') cutAll()
      state = 'open'
    },
    async [Symbol.asyncDispose]() {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
