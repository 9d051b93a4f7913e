import type { CloudEvent } from '@usher/contracts'
import { collectEvents, startOnce, until } from '@usher/test-kit'
import { withOpenLink } from '../../src/mail/sealed-link.ts'
import { sharePeople } from './people.ts'

export const RESET = '/account/password-reset'
export const CONFIRM = '/account/password-reset/confirm'
export const NEW_PASSWORD = 'a whole new password'

/** One service for the tests of a file; each call gives an owner of its own, and what mails about passwords it would send. */
export function shareResets() {
  const people = sharePeople()
  const collector = startOnce(async () => collectEvents((await people()).infrastructure.rabbitUrl))
  return async () => {
    const all = await people()
    const { events } = await collector()
    return resetsOf(all, events)
  }
}

async function resetsOf(
  all: Awaited<ReturnType<ReturnType<typeof sharePeople>>>,
  events: readonly CloudEvent[],
) {
  const email = all.emailOf('ada')
  const owner = await all.owner(email)
  const { organization_id } = owner.caller
  const of = (type: string) =>
    events.filter((event) => event.type === type && event.organizationid === organization_id)
  const requested = () => of('member.password_reset_requested')
  /** The token in the link of a mail, as its reader gets it. */
  const tokenIn = (event: CloudEvent): string => {
    const { link = '' } = withOpenLink(event, all.config.secretKeys).data as { link?: string }
    return new URL(link).searchParams.get('token') ?? ''
  }
  const request = (to = email, address?: string, headers?: Record<string, string>) =>
    all.open(RESET, { email: to }, address, headers)
  return {
    ...all,
    email,
    owner,
    /** Of all organisations. */
    events,
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
    kept: (memberId = owner.caller.actor) =>
      all.database.collection('password_resets').find({ member_id: memberId }).toArray(),
  }
}
