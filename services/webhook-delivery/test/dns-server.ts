import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that says of every name what it is told to. */
export interface DnsServer extends AsyncDisposable {
  /** As a resolver is told it: `127.0.0.1:PORT`. */
  readonly address: string
  /** Names that were asked for an IPv4 address, in order. */
  readonly asked: readonly string[]
}

const HEADER_BYTES = 12
const TYPE_A = 1

/**
 * Answers on loopback (RFC 1035 §4.1), to be asked again each time (TTL 0); names have no IPv6 address.
 *
 * @param addressOf the IPv4 address of a name, asked so many times before
 */
export async function startDnsServer(addressOf: (timesBefore: number) => string): Promise<DnsServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const found = type === TYPE_A ? [addressOf(asked.push(name) - 1)] : []
    socket.send(answerTo(query.subarray(0, end), found), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** The only question of a query, and where it ends. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question)
  // A response, recursion asked for and there, without an error; one question, so many answers, nothing else.
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  // The name of the question, an address (A) of the internet (IN), for 0 s, 4 bytes.
  const answers = addresses.map((address) => [
    0xc0,
    HEADER_BYTES,
    0,
    TYPE_A,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    4,
    ...bytesOf(address),
  ])
  return Buffer.concat([head, Buffer.from(answers.flat())])
}

const bytesOf = (address: string): number[] => address.split('.').map(Number)
