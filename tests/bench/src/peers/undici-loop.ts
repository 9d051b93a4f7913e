import { Agent, request } from 'undici'

/**
 * The floor of webhook delivery: only posts the same body again over kept-alive connections. Prints as JSON how long it
 * took and the CPU time it used.
 */
const [url = '', body = '', inFlight = '', posts = ''] = process.argv.slice(2)
const headers = { 'content-type': 'application/json' }
const dispatcher = new Agent()

async function post(count: number): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      next += 1
      const answer = await request(url, { method: 'POST', headers, body, dispatcher })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, worker))
}

await post(1_000)
const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
await post(Number(posts))
const { user, system } = process.cpuUsage(cpuBefore)
console.log(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, cpuUs: user + system }))
await dispatcher.close()
