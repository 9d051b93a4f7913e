import { afterAll } from 'vitest'

/**
 * Shares what takes long to start between the tests of a file that do not get in each other's way, such as those whose
 * requests are refused. Starts when a test first asks for it, and ends after the file.
 */
export function startOnce<T extends AsyncDisposable>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  afterAll(async () => {
    const ending = await started
    await ending?.[Symbol.asyncDispose]()
  })
  return () => {
    started ??= start()
    return started
  }
}
