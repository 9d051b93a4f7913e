import { type Caller, credentialLookup, type Role } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, type Clock, hashSessionToken, signCaller } from '@usher/service-kit'
import { type Answer, type Client, createFakeClock, serviceClient, startOnce } from '@usher/test-kit'
import type { AccountsConfig } from '../../src/service.ts'
import { privateKey, startEmpty } from './start.ts'

export const PASSWORD = 'correct horse battery'

export const signUpOf = (email: string) => ({
  organization_name: 'Bistro',
  name: 'Ada',
  email,
  password: PASSWORD,
})

/** The session token that an answer sets. */
export const tokenOf = ({ headers }: Answer): string =>
  /^(?:__Host-)?usher_session=([\w-]*);/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''

/** The device token that an answer sets. */
export const deviceOf = ({ headers }: Answer): string =>
  /usher_device=([\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''

/** The accounts service, and what a gateway brings to it from people. */
export const startWithPeople = async (clock?: Clock, given?: Partial<AccountsConfig>) =>
  peopleOf(await startEmpty(clock, given), { address: '192.0.2.1', domain: 'usher.test' })

/** One service for the tests of a file; each call gives it with people that no other test meets. */
export function sharePeople() {
  const clock = createFakeClock()
  const shared = startOnce(() => startEmpty(clock))
  let count = 0
  return async () => {
    count += 1
    const origin = { address: `198.18.0.${count}`, domain: `test${count}.usher.test` }
    // The service ends with the file.
    return { ...peopleOf(await shared(), origin), clock, [Symbol.asyncDispose]: async () => {} }
  }
}

/** Where people come from, unless a test says otherwise. */
interface Origin {
  readonly address: string
  /** Of their e-mail addresses. */
  readonly domain: string
}

let signedUp = 0

/** An address that nobody signed up from before: each has few sign-ups an hour. */
export function nextAddress(): string {
  signedUp += 1
  return `198.19.${Math.floor(signedUp / 256)}.${signedUp % 256}`
}

function peopleOf(all: Awaited<ReturnType<typeof startEmpty>>, { address: ownAddress, domain }: Origin) {
  const { url } = all.accounts
  const emailOf = (name: string) => `${name}@${domain}`

  /** Sends what needs no credential, from an address. */
  const open = (
    path: string,
    body: unknown,
    address = ownAddress,
    headers: Record<string, string> = { 'user-agent': 'Test/1' },
  ) =>
    serviceClient(url, () => signCaller(null, privateKey))('POST', path, {
      body,
      headers: { [CLIENT_ADDRESS_HEADER]: address, ...headers },
    })
  const signIn = (email: string, password = PASSWORD, address?: string, proof: object = {}) =>
    open('/account/sign-in', { email, password, ...proof }, address)
  /** Who calls with a session token, as the gateway is told. */
  const resolve = async (token: string) => {
    const { status, body } = await all.lookUp({ kind: 'session', sha256: hashSessionToken(token) })
    return { status, credential: status === 200 ? credentialLookup.answer.parse(body) : undefined }
  }
  const as = (caller: Caller) => serviceClient(url, () => signCaller(caller, privateKey))
  const enter = async (email: string) => {
    const token = tokenOf(await signIn(email))
    const { expires_at, ...rest } = (await resolve(token)).credential ?? {}
    const caller = rest as Caller
    return { token, caller, call: as(caller) }
  }
  return {
    ...all,
    address: ownAddress,
    emailOf,
    open,
    signIn,
    resolve,
    as,
    /** Signs in by a browser that is not known. */
    enter,
    /** A member by invitation of somebody who may invite, signed in. */
    async invited(inviter: Client, email: string, role: Role) {
      const { token } = (await inviter('POST', '/account/invitations', { body: { email, role } })).body
      const body = { token, name: 'Bob', password: PASSWORD }
      const account = (await open('/account/accept-invitation', body)).body
      return { account, ...(await enter(email)) }
    },
    /** A new organisation with its owner, signed in. */
    async owner(email = emailOf('ada'), address = nextAddress()) {
      const account = (await open('/account/sign-up', signUpOf(email), address)).body
      return { account, ...(await enter(email)) }
    },
  }
}
