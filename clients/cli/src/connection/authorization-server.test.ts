import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '../terminal/failure.ts'
import { findServer, renew, startDeviceSignIn, waitForTokens } from './authorization-server.ts'

type Answer = { readonly status: number; readonly body?: object } | 'cut'

const TOKENS = { access_token: 'a', token_type: 'Bearer', expires_in: 60 }
const refused = (error: string): Answer => ({ status: 400, body: { error } })

/** An OAuth server that answers what is posted to it so, in order. */
async function givenServer(...answers: Answer[]) {
  const server = createServer((req, res) => {
    const issuer = `http://${req.headers.host}`
    const metadata = { issuer, token_endpoint: `${issuer}/t`, device_authorization_endpoint: `${issuer}/d` }
    const answer = req.method === 'GET' ? { status: 200, body: metadata } : answers.shift()
    if (answer === 'cut' || !answer) return void req.socket.destroy()
    const type = answer.body ? { 'content-type': 'application/json' } : {}
    res.writeHead(answer.status, type).end(answer.body && JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers }
}

const begun = {
  device_code: 'd',
  user_code: 'u',
  verification_uri: 'http://usher.test',
  expires_in: 60,
  interval: 0.01,
}
const never = new AbortController().signal

describe('a sign-in that waits for a person', () => {
  test('attack: keeps waiting while Usher is unavailable', async () => {
    const { url, answers } = await givenServer('cut', { status: 502 }, refused('authorization_pending'), {
      status: 200,
      body: TOKENS,
    })
    expect(await waitForTokens(await findServer(url), begun, never)).toMatchObject({ access_token: 'a' })
    expect(answers).toEqual([])
  })

  test.each([
    ['access_denied', 'The sign-in was refused in the browser.'],
    ['expired_token', 'The code has expired.'],
    ['invalid_grant', 'The sign-in failed: invalid_grant.'],
  ])('ends after %s with "%s"', async (error, message) => {
    const { url } = await givenServer(refused(error))
    const waiting = waitForTokens(await findServer(url), begun, never)
    await expect(waiting).rejects.toMatchObject({ name: 'Failure', message })
  })

  test('ends when the code expires or the command is stopped', async () => {
    const { url } = await givenServer(...Array(500).fill(refused('authorization_pending')))
    const server = await findServer(url)
    const short = waitForTokens(server, { ...begun, expires_in: 0.05 }, never)
    await expect(short).rejects.toThrow('The code has expired.')
    const ended = waitForTokens(server, begun, AbortSignal.timeout(20))
    await expect(ended).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('an OAuth server that refuses or is unavailable', () => {
  const login = { url: '', accessToken: 'a', refreshToken: 'r', expiresAtMs: 0, livemode: false }

  test('attack: makes a sign-in fail with its status, not with a stack trace', async () => {
    const { url } = await givenServer({ status: 429 }, 'cut')
    const server = await findServer(url)
    await expect(startDeviceSignIn(server)).rejects.toThrow(
      'The sign-in could not start: Usher answered 429.',
    )
    await expect(startDeviceSignIn(server)).rejects.toBeInstanceOf(Failure)
  })

  test('ends a login only by invalid_grant', async () => {
    const { url } = await givenServer({ status: 503 }, refused('invalid_grant'))
    const renewing = () => renew({ ...login, url }, new Date())
    await expect(renewing()).rejects.toThrow('could not be renewed: Usher answered 503.')
    await expect(renewing()).rejects.toMatchObject({
      message: 'The login has expired, or was revoked.',
      exitCode: 3,
    })
  })
})
