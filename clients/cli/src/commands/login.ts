import type { Command } from 'commander'
import { configFolder } from '../config/config-folder.ts'
import {
  findServer,
  loginOf,
  revoke,
  startDeviceSignIn,
  waitForTokens,
} from '../connection/authorization-server.ts'
import { addressOf, type CommonOptions } from '../connection/settings.ts'
import { readLogin, removeLogin, type StoredLogin, writeLogin } from '../connection/stored-login.ts'
import { plain } from '../output/plain.ts'
import type { Terminal } from '../terminal/terminal.ts'

const HELP = `
A browser asks who you are, and whether the command line may use test data or live data. The tokens are kept in a file
that only you can read. --api-key, USHER_API_KEY and USHER_ACCESS_TOKEN take precedence over them.`

/** `usher login` and `usher logout`. */
export function addLogin(program: Command, terminal: Terminal): void {
  const login = program.command('login').description('Sign in, in a browser').addHelpText('after', HELP)
  login.action(async () => {
    const { url: given } = login.optsWithGlobals<CommonOptions>()
    const former = await readLogin(terminal)
    const url = addressOf(given ?? terminal.env.USHER_URL ?? former?.url, terminal.env)
    await configFolder(terminal).prepare()
    const server = await findServer(url)
    const begun = await startDeviceSignIn(server)
    const { verification_uri, verification_uri_complete = verification_uri, user_code } = begun
    const [code, address] = [plain(user_code), plain(verification_uri_complete)]
    terminal.err(`Your code is ${code}\nOpen ${address}\nWaiting...\n`)
    const tokens = await waitForTokens(server, begun, terminal.stopped)
    const made = loginOf(url, tokens, new Date())
    await writeLogin(made, terminal)
    terminal.err(`You are signed in, for ${dataOf(made)}.\n`)
    // Nobody would revoke the tokens of the former login later.
    if (former) await revoke(former).catch(() => {})
  })
  const logout = program.command('logout').description('Sign out: revoke the tokens and delete them')
  logout.action(async () => {
    const kept = await readLogin(terminal)
    if (!kept) return terminal.err('You are not signed in.\n')
    await removeLogin(terminal)
    await revoke(kept)
    terminal.err('You are signed out.\n')
  })
}

const dataOf = ({ livemode }: StoredLogin): string => (livemode ? 'live data' : 'test data')
