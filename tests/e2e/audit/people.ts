import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, sessionClient, until } from '@usher/test-kit'
import { Secret, TOTP } from 'otpauth'
import { type Owner, unique } from '../isolation/owner.ts'
import { invite } from '../people.ts'
import type { Usher } from '../stack.ts'

export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly call: Client
}

/** A new member of the owner's organisation, signed in. */
export async function newPerson({ stack: { url } }: Usher, owner: Owner): Promise<Person> {
  const person = await invite(url, owner.call, { email: `${unique()}@usher.test`, role: 'host' })
  return { ...person, call: await sessionClient(url, person) }
}

/** The token from a password reset mail. */
export async function mailedToken({ home }: Usher, email: string): Promise<string> {
  const folder = join(home, 'outbox')
  const link = await until('the mail', async () => {
    for (const file of (await readdir(folder)).filter((name) => name.includes('password_reset'))) {
      const mail = JSON.parse(await readFile(join(folder, file), 'utf8'))
      if (mail.to === email) return mail.link as string
    }
    return undefined
  })
  return new URL(link).searchParams.get('token') ?? ''
}

/** The code of an authenticator app, this many steps of 30 s from now. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

export const beginFactor = async ({ call, password }: Person): Promise<string> =>
  (await call('POST', '/account/second-factor', { body: { password } })).body.secret

/** Enables a second factor with the previous step's code, so that the next one stays usable. */
export async function switchOn(person: Person) {
  const secret = await beginFactor(person)
  const body = { totp: codeOf(secret, -1) }
  const { recovery_codes } = (await person.call('POST', '/account/second-factor/confirm', { body })).body
  return { secret, recoveryCodes: recovery_codes as string[] }
}
