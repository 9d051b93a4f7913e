import type { CloudEvent } from '@usher/contracts'
import { collectEvents, createFakeClock, until } from '@usher/test-kit'
import { withOpenLink } from '../../src/mail/sealed-link.ts'
import { startWithPeople } from './people.ts'

export const EMAIL = 'ada@usher.test'
export const RESET = '/account/password-reset'
export const CONFIRM = '/account/password-reset/confirm'
export const NEW_PASSWORD = 'a whole new password'
export const HOUR_MS = 3_600_000

/** The accounts service with an owner, and what mails about passwords it would send. */
export async function startWithResets() {
  const clock = createFakeClock()
  const stack = new AsyncDisposableStack()
  const all = stack.use(await startWithPeople(clock))
  const collector = stack.use(await collectEvents(all.infrastructure.rabbitUrl))
  const owner = await all.owner(EMAIL)
  const of = (type: string) => collector.events.filter((event) => event.type === type)
  const requested = () => of('member.password_reset_requested')
  /** The token in the link of a mail, as its reader gets it. */
  const tokenIn = (event: CloudEvent): string => {
    const { link = '' } = withOpenLink(event, all.config.secretKeys).data as { link?: string }
    return new URL(link).searchParams.get('token') ?? ''
  }
  const request = (email = EMAIL, address?: string, headers?: Record<string, string>) =>
    all.open(RESET, { email }, address, headers)
  return {
    ...all,
    clock,
    owner,
    of,
    requested,
    request,
    tokenIn,
    /** Asks for a reset; gives the token of its mail. */
    async mailed(): Promise<string> {
      const before = requested().length
      await request()
      return tokenIn(await until('the event', () => requested()[before]))
    },
    confirm: (token: string, password = NEW_PASSWORD, headers?: Record<string, string>) =>
      all.open(CONFIRM, { token, password }, undefined, headers),
    kept: () => all.database.collection('password_resets').find().toArray(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
