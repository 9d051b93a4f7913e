/**
 * Requests something shared from the test command, which starts it first if needed.
 *
 * @throws Error when tests run without the command, or it cannot be started
 */
export async function askOnDemand<T>(path: '/servers' | '/usher' | '/docs'): Promise<T> {
  const url = process.env.TEST_ON_DEMAND_URL
  if (!url) throw new Error('TEST_ON_DEMAND_URL is not set: run the tests with npm test')
  const answer = await fetch(url + path)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}
