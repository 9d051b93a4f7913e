import { configFolder } from '../config/config-folder.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What `usher login` keeps. */
export interface StoredLogin {
  /** Where Usher is. */
  readonly url: string
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token expires, ms since 1970. */
  readonly expiresAtMs: number
  /** Whether it opens live data; test data otherwise. */
  readonly livemode: boolean
}

const FILE = 'login'

/** undefined: nobody is signed in. */
export async function readLogin(terminal: Terminal): Promise<StoredLogin | undefined> {
  const kept = (await configFolder(terminal).read(FILE)) as Partial<StoredLogin> | undefined
  const isWhole = [kept?.url, kept?.accessToken, kept?.refreshToken].every((one) => typeof one === 'string')
  return isWhole ? (kept as StoredLogin) : undefined
}

/** Keeps a login, readable by its owner alone. */
export const writeLogin = (login: StoredLogin, terminal: Terminal): Promise<void> =>
  configFolder(terminal).write(FILE, login)

/** Deletes the login. */
export const removeLogin = (terminal: Terminal): Promise<void> => configFolder(terminal).remove(FILE)
