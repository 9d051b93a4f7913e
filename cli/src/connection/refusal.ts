import { UsherError } from '@usher/sdk'

/** Whether an error is an answer that another attempt would get again: the credential or the request is wrong. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UsherError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status)
