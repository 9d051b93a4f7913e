import { ALL_SCOPES, CLI_CLIENT_ID, OAUTH_PATHS } from '@usher/contracts'
import { CALLER_HEADER, CLIENT_ADDRESS_HEADER, signCaller } from '@usher/service-kit'
import { privateKey } from './start.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

let addresses = 0

/** A network address that nobody has used. */
export const newAddress = () => `2001:db8:${(addresses++).toString(16)}::1`

/** What the command line asks of an accounts service, each time from another address unless one is given. */
export function deviceProgram(url: () => string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever is answered
  async function post(path: string, form: Record<string, string>, address = newAddress()): Promise<any> {
    const answer = await fetch(url() + path, {
      method: 'POST',
      headers: { [CALLER_HEADER]: signCaller(null, privateKey), [CLIENT_ADDRESS_HEADER]: address },
      body: new URLSearchParams({ client_id: CLI_CLIENT_ID, ...form }),
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  return {
    post,
    /** Begins a sign-in. */
    begin: (address?: string) =>
      post(OAUTH_PATHS.deviceAuthorization, { scope: ALL_SCOPES.join(' ') }, address),
    /** Asks for the tokens. */
    poll: (device_code: string) => post(OAUTH_PATHS.token, { grant_type: DEVICE_GRANT, device_code }),
  }
}
