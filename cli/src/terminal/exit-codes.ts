/** Exit codes of the command line. */
export const EXIT = {
  done: 0,
  /** Usher refused, or could not be reached. */
  failed: 1,
  /** The command was written wrongly. */
  usage: 2,
  /** There is no credential, or Usher does not take it. */
  notSignedIn: 3,
  /** Ended by a signal before it was done. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
