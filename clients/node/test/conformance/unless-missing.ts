import { SetupError } from '@usher/local'

type Found<Value> =
  | { readonly value: Value; readonly lack?: never }
  | { readonly value?: never; readonly lack: string }

/** What this machine has; or why it has not, which is said on stderr, too, because tests are skipped. */
export async function unlessMissing<Value>(name: string, find: () => Promise<Value>): Promise<Found<Value>> {
  try {
    return { value: await find() }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`skipped: ${name}: ${error.message}\n`)
    return { lack: error.message }
  }
}
