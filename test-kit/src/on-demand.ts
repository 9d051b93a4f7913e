/**
 * Asks the test command for something that the tests of a run share, which it starts first where need be.
 *
 * @throws Error where tests run without it, or it cannot be started
 */
export async function askOnDemand<T>(path: '/servers' | '/usher'): Promise<T> {
  const url = process.env.TEST_ON_DEMAND_URL
  if (!url) throw new Error('TEST_ON_DEMAND_URL is not set: run the tests with npm test')
  const answer = await fetch(url + path)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}
