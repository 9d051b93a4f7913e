/** Shows one line to the person at the terminal. */
export type Log = (line: string) => void

export interface ProvideOptions {
  /** Folder for the data, the logs and the ports used last; made when it is missing. */
  readonly home: string
  /** Folder in which downloads are kept; shared by every checkout of this user. */
  readonly cache: string
  readonly log: Log
  /** Where addresses, PATH and proxies are looked up; the process's own environment unless given. */
  readonly env?: NodeJS.ProcessEnv | undefined
  /** True for servers whose data nobody needs after the run, so that nothing of it is kept. */
  readonly ephemeral?: boolean | undefined
  /** Gives up the start and stops what was started. */
  readonly signal?: AbortSignal | undefined
}

/** Where processes of Usher reach a server. */
export interface Addresses {
  /**
   * With the credentials of the user that the process has of its own, where the server is ours; names no database.
   *
   * @param process its name, such as `queue`
   */
  urlFor(process: string): string
}

/** A server that is ready to be used, whoever runs it. */
export interface Provided extends Addresses, AsyncDisposable {
  /** With the credentials of its administrator, where the server is ours. */
  readonly url: string
  /** Where it came from, in words for the person at the terminal. */
  readonly source: string
  /** The server's process when it runs on this machine as a child of ours. */
  readonly pid?: number | undefined
  /** Resolves when a child of ours has ended, wanted or not; never for a server that others run. */
  readonly ended: Promise<void>
  /** Ends a server that was started here and leaves one that others run alone. May be called twice. */
  stop(): Promise<void>
}

/** A server that somebody else runs, reached by the address that was given for it. */
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
