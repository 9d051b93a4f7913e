import { request } from 'node:http'
import { until } from '@usher/test-kit'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'

describe('connections that break', () => {
  test('aborts the request to the service when the client disconnects before the answer', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    const aborted = Promise.withResolvers<string>()
    all.service.answerWith(({ res }) => res.on('close', () => aborted.resolve('aborted')))
    const leaving = request(all.url + GUEST, { headers: { authorization: `Bearer ${key}` } })
    leaving.on('error', () => {}).end()
    await until('the request to arrive', () => all.service.received.length > 0)
    leaving.destroy()
    expect(await aborted.promise).toBe('aborted')
  })

  test('aborts the request to the service when the client disconnects during a stream', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    const aborted = Promise.withResolvers<string>()
    all.service.answerWith(({ res }) => {
      res.on('close', () => aborted.resolve('aborted'))
      res.write('data: 1\n\n')
    })
    const abort = new AbortController()
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(all.url + GUEST, { headers, signal: abort.signal })
    expect(response.status).toBe(200)
    abort.abort()
    expect(await aborted.promise).toBe('aborted')
  })

  test('keeps the breaker closed after 30 clients disconnect', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    let closed = 0
    all.service.answerWith(({ res }) => res.on('close', () => (closed += 1)))
    const headers = { authorization: `Bearer ${key}` }
    const leaving = Array.from({ length: 30 }, () => request(all.url + GUEST, { headers }))
    for (const one of leaving) one.on('error', () => {}).end()
    await until('the requests to arrive', () => all.service.received.length === 30)
    for (const one of leaving) one.destroy()
    await until('the aborts to arrive', () => closed === 30)
    all.service.answerWith(({ res }) => res.writeHead(204).end())
    expect((await send(all.url + GUEST, { key })).status).toBe(204)
  })

  test("cuts the client's connection when the service dies in the middle of an answer", async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    all.service.answerWith(({ res }) => {
      res.writeHead(200, { 'content-length': 100 }).write('half', () => res.destroy())
    })
    await expect(send(all.url + GUEST, { key })).rejects.toThrow('aborted')
    all.service.answerWith(({ res }) => {
      res.writeHead(200).write('half', () => res.destroy())
    })
    await expect(send(all.url + GUEST, { key })).rejects.toThrow('aborted')
  })

  test('slows the service down to the speed of a client that reads slowly', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    const total = 64_000_000
    let written = 0
    all.service.answerWith(({ res }) => {
      const more = () => {
        while (written < total) {
          written += 65_536
          if (!res.write(Buffer.alloc(65_536))) return void res.once('drain', more)
        }
        res.end()
      }
      more()
    })
    const headers = { authorization: `Bearer ${key}` }
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) =>
      request(all.url + GUEST, { headers }, resolve).end(),
    )
    let before = -1
    await until('the service to stand still', async () => {
      const isStill = written === before
      before = written
      await new Promise((resolve) => setImmediate(resolve))
      return isStill && written > 0
    })
    expect(written).toBeLessThan(total)
    let size = 0
    for await (const chunk of response) size += chunk.length
    expect(size).toBe(Math.ceil(total / 65_536) * 65_536)
  })
})
