/**
 * Shares something slow to start among the tests of a file that do not interfere with each other, such as those whose
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
