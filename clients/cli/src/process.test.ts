import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

async function givenServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts `usher` as a process; what it writes to its standard error output is kept. */
function start(url: string, args: readonly string[], stdout: 'pipe' | number = 'pipe') {
  const env = { ...process.env, USHER_URL: url, USHER_API_KEY: 'usk_test' }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', stdout, 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written = { err: '' }
  child.stderr?.on('data', (data) => {
    written.err += data
  })
  const ended = once(child, 'close').then(([code]) => ({ code, err: written.err }))
  return { child, ended }
}

const json = { 'content-type': 'application/json' }
const entry = { at: 'now', status: 200, method: 'GET', path: '/', route: '/', duration_ms: 1, code: null }
let entries = 0
const log: RequestListener = (_, res) => {
  const data = [{ ...entry, id: `req_${entries++}`, request_id: 'r', sender: { id: 's', name: null } }]
  res.writeHead(200, json).end(JSON.stringify({ data, next_cursor: null }))
}

describe('a command at a real terminal', () => {
  test('ends without an error when its reader, such as head, has ended', async () => {
    const { child, ended } = start(await givenServer(log), ['logs', 'tail'])
    await once(child.stdout ?? child, 'data')
    child.stdout?.destroy()
    expect(await ended).toEqual({ code: 0, err: '' })
  })

  ;(process.platform !== 'linux' ? test.skip : test)('reports a full disk and exits with 1', async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const { ended } = start(await givenServer(log), ['logs', 'tail'], full)
    expect(await ended).toEqual({ code: 1, err: 'Error: Cannot write the output: ENOSPC\n' })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends at once with a failure on %s while Usher does not answer',
    async (signal) => {
      const asked = Promise.withResolvers<void>()
      const { child, ended } = start(await givenServer(() => asked.resolve()), ['queues', 'list'])
      await asked.promise
      child.kill(signal)
      expect(await ended).toEqual({ code: 130, err: '' })
    },
  )

  test('stops waiting for a retry when it is ended', async () => {
    const asked = Promise.withResolvers<void>()
    const url = await givenServer((_, res) => {
      res.on('close', asked.resolve)
      res.writeHead(503, { 'retry-after': '60' }).end()
    })
    const { child, ended } = start(url, ['queues', 'list'])
    await asked.promise
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, err: '' })
  })
})
