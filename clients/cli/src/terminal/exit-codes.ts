/** Exit codes of the command line. */
export const EXIT = {
  done: 0,
  /** Usher refused, or could not be reached. */
  failed: 1,
  /** Wrong arguments or options. */
  usage: 2,
  /** No credential, or Usher does not accept it. */
  notSignedIn: 3,
  /** Ended by a signal before it finished. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
