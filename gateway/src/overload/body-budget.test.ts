import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { until } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'
import { readBody } from '../http/request-body.ts'
import { BodyBudget } from './body-budget.ts'

/** A server that reads bodies of ten bytes together. */
async function startServer() {
  const bodies = new BodyBudget(10)
  const outcomes: string[] = []
  const read = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      outcomes.push(String(await readBody(req, res, bodies)))
    } catch (error) {
      outcomes.push((error as { code: string }).code)
    }
    res.end()
  }
  const server = createServer((req, res) => void read(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const begin = (length: number, part: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n${part}`)
    return socket
  }
  return {
    outcomes,
    begin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the memory for bodies', () => {
  test('given bodies that would take more together, then one is refused, and there is room again when others are over', async () => {
    await using server = await startServer()
    const both = [server.begin(8, '123456'), server.begin(8, '123456')]
    await until('one to be refused', () => server.outcomes.length === 1)
    for (const socket of both) socket.write('78')
    await until('the other to be read', () => server.outcomes.length === 2)
    const last = server.begin(10, '1234567890')
    await until('the last to be read', () => server.outcomes.length === 3)
    expect(server.outcomes).toEqual(['overloaded', '12345678', '1234567890'])
    for (const socket of [...both, last]) socket.destroy()
  })
})
