import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePorts } from '@usher/local'
import { until } from '@usher/test-kit'

const HOST = 'www.googleapis.com'

interface Seed {
  readonly user: { readonly email: string; readonly name: string }
  readonly timeZone: string
  readonly calendars: readonly {
    readonly id: string
    readonly summary: string
    readonly accessRole: string
  }[]
}

/**
 * A Google Calendar that others wrote: myworld of PyPI, with one account. Its requests carry tokens of its own, so a
 * proxy puts that of the account in place of ours.
 *
 * @param python an interpreter with `requirements.txt`
 */
export async function startMyworld(python: string, seed: Seed) {
  const stack = new AsyncDisposableStack()
  const secret = randomBytes(16).toString('hex')
  const [port] = await freePorts(1)
  const program = ['-m', 'myworld.cli', 'serve', `--port=${port}`, `--token=${secret}`, '--time=realtime']
  const child = spawn(python, [...program, '--log-level=error'], { stdio: ['ignore', 'ignore', 'inherit'] })
  stack.defer(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await until('myworld', async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok)
  const created = await fetch(`${url}/instances`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'calendar', seed: { ...seed, events: [] } }),
  })
  const { id } = (await created.json()) as { id: string }
  const claims = Buffer.from(JSON.stringify({ r: null, i: id, a: null })).toString('base64url')
  const signature = createHmac('sha256', secret).update(claims).digest().subarray(0, 16).toString('base64url')
  const call = async (method: string, path: string, body?: string) =>
    await fetch(`${url}/gw/${HOST}${path}`, {
      method,
      headers: { authorization: `Bearer ya29.a0${claims}.${signature}`, 'content-type': 'application/json' },
      ...(body && { body }),
    })
  const proxy = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString()
    const answer = await call(request.method ?? '', request.url ?? '', sent)
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  stack.defer(async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })
  return {
    apiUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** A request by the owner of the account. */
    async owner(method: string, path: string, body?: object) {
      const answer = await call(method, `/calendar/v3${path}`, body && JSON.stringify(body))
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? undefined : await answer.json()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
