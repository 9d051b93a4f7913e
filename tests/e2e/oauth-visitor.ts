import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { newAddress } from '@usher/test-kit'

type Form = Record<string, string>
type Person = Readonly<Record<'email' | 'password', string>>

/** A minimal browser for the OAuth server: it keeps cookies and follows redirects when told to. */
export class Visitor {
  readonly #url: string
  readonly #address = newAddress()
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  async send(path: string, form?: Form, requestId: string = randomUUID()) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, this.#url), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie, 'x-request-id': requestId, 'x-forwarded-for': this.#address },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    expect(response.headers.get('x-usher-audit')).toBeNull()
    return response
  }

  /** Opens a page; returns the final address, relative to the public one. */
  async open(path: string): Promise<string> {
    const { status, headers } = await this.send(path)
    const next = headers.get('location')
    if (status !== 303 || (!next?.startsWith('/') && !next?.startsWith(this.#url))) return path
    return await this.open(new URL(next, this.#url).pathname + new URL(next, this.#url).search)
  }

  /** Opens the address that a terminal shows, says that its code is the person's, and goes on to the next page. */
  async enterDeviceCode(address: string): Promise<string> {
    const page = await (await this.send(address)).text()
    const hidden = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? ''
    const form = { xsrf: hidden('xsrf'), user_code: hidden('user_code') }
    expect(await (await this.send('/oauth/device', form)).text()).toContain(form.user_code)
    const { headers } = await this.send('/oauth/device', { ...form, confirm: 'yes' })
    return await this.open(headers.get('location') ?? '')
  }

  /** Lets a program without a browser use one kind of data. */
  async allowDevice(
    address: string,
    { member, mode }: { member: Person; mode: 'test' | 'live' },
  ): Promise<void> {
    const consent = await this.signIn(await this.enterDeviceCode(address), member)
    const { headers } = await this.send(`${consent}/consent`, { mode })
    const last = await this.send(headers.get('location') ?? '')
    expect(await last.text()).toContain('You are signed in')
  }

  /** Does not let a program without a browser in. */
  async refuseDevice(address: string): Promise<void> {
    const page = await this.enterDeviceCode(address)
    const { headers } = await this.send(`${page}/deny`, {})
    await this.send(headers.get('location') ?? '')
  }

  /** Signs in on a page; returns the address of the consent page. */
  async signIn(page: string, { email, password }: Person, requestId?: string): Promise<string> {
    const { status, headers } = await this.send(`${page}/sign-in`, { email, password }, requestId)
    expect(status).toBe(303)
    return await this.open(new URL(headers.get('location') ?? '').pathname)
  }

  /** Signs in and allows what an application asks for; returns the parameters of its callback. */
  async allow(path: string, person: Person): Promise<URLSearchParams> {
    const consent = await this.signIn(await this.open(path), person)
    let { headers } = await this.send(`${consent}/consent`, {})
    while (!headers.get('location')?.startsWith(CALLBACK)) {
      const next = new URL(headers.get('location') ?? '', this.#url)
      headers = (await this.send(next.pathname + next.search)).headers
    }
    return new URL(headers.get('location') ?? '').searchParams
  }
}

/** The application's redirect URI. */
export const CALLBACK = 'http://localhost:3000/callback'

/** Where an application sends people, whose code is exchanged with the verifier. */
export const authorizePath = (client_id: string, verifier = randomBytes(32).toString('hex')): string =>
  `/oauth/authorize?${new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'queues:read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`
