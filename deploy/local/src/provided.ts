/** Shows one line to the person at the terminal. */
export type Log = (line: string) => void

export interface ProvideOptions {
  /** Folder for the data, the logs and the ports used last; created if missing. */
  readonly home: string
  /** Folder in which downloads are kept; shared by every checkout of this user. */
  readonly cache: string
  readonly log: Log
  /** Environment with addresses, PATH and proxies; the process's own by default. */
  readonly env?: NodeJS.ProcessEnv | undefined
  /** True for servers whose data is not needed after the run: nothing is kept. */
  readonly ephemeral?: boolean | undefined
  /** Aborts the start and stops what was started. */
  readonly signal?: AbortSignal | undefined
}

/** A server's address as each of Usher's processes sees it. */
export interface Addresses {
  /**
   * Contains the credentials of the process's own user if the server is private; names no database.
   *
   * @param process its name, such as `queue`
   */
  urlFor(process: string): string
}

/** A server that is ready to use, whoever runs it. */
export interface Provided extends Addresses, AsyncDisposable {
  /** Contains the administrator's credentials if the server is private. */
  readonly url: string
  /** Where it came from, in words for the person at the terminal. */
  readonly source: string
  /** The server's pid if it runs as our child process. */
  readonly pid?: number | undefined
  /** Resolves when our child process has exited, expected or not; never for an external server. */
  readonly ended: Promise<void>
  /** Stops a server that was started here; leaves external ones alone. May be called twice. */
  stop(): Promise<void>
}

/** An external server, reached by the given address. */
export function externalServer(
  url: string,
  source: string,
  urlFor: Addresses['urlFor'] = () => url,
): Provided {
  const stop = async () => {}
  return { url, urlFor, source, ended: new Promise(() => {}), stop, [Symbol.asyncDispose]: stop }
}

/** A problem that the person at the terminal can solve; its message says how. */
export class SetupError extends Error {
  override name = 'SetupError'
}
