import { UsherTimeoutError } from '@usher/sdk'

/** Whether an error says that there was no answer: fetch throws a TypeError with a cause for a failed connection. */
export const isUnreachable = (error: unknown): error is Error =>
  error instanceof UsherTimeoutError || (error instanceof TypeError && error.cause instanceof Error)
