import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Visitor } from '../oauth-visitor.ts'
import type { Usher } from '../stack.ts'
import { startCommand } from './terminal.ts'

/** A person who has run `usher login` for test data. */
export interface SignedIn extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
  readonly accessToken: string
}

/** Signs in for test data, with settings in a folder of its own. */
export async function signInForTests({ stack, demo }: Usher): Promise<SignedIn> {
  const home = await mkdtemp(join(tmpdir(), 'usher-cli-'))
  const env = { USHER_URL: stack.url, USHER_CONFIG_HOME: home }
  const login = startCommand(['login'], { env })
  const [, address = ''] = /Open (\S+)/.exec(await login.shows(/Open http\S+/)) ?? []
  await new Visitor(stack.url).allowDevice(address, { member: demo, mode: 'test' })
  await login.exitCode
  const { accessToken } = JSON.parse(await readFile(join(home, 'login.json'), 'utf8'))
  return { env, accessToken, [Symbol.asyncDispose]: () => rm(home, { recursive: true }) }
}
