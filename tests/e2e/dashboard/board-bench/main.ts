import { availableParallelism, loadavg } from 'node:os'
import { startOwnUsher } from '../../stack.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { loadFirst, slowDown } from './first-load.ts'
import { play } from './play.ts'
import { type ActionTiming, framesWhileScrolling, inspect, installWatcher } from './watch.ts'

/**
 * `npm run bench:board [-- ROUNDS]`: what a host waits for on a board with 500 guests, in a real browser, at the
 * machine's own speed and with a CPU a quarter as fast. Prints a table for each.
 */
const rounds = Number(process.argv[2] ?? 12)
/** Two guests leave in each round. */
const GUESTS = 500 + 2 * rounds
const FIRST_LOAD_GUESTS = 30
const SLOWDOWNS = [1, 4]
const FIRST_NAMES = ['Ada', 'Adele', 'Adam', 'Alan', 'Barbara', 'Edsger', 'Grace', 'Hopper', 'Radia', 'Zoë']
const LONG_FRAME_MS = 33

await using dashboard = await openDashboard(startOwnUsher())
const [load = 0] = loadavg()
console.log(`${availableParallelism()} processors, load average ${load.toFixed(1)}, ${rounds} rounds`)
await measureFirstLoad(dashboard)
for (const slowdown of SLOWDOWNS) await measureAt(dashboard, slowdown)

/** Prints what it takes to open a board on a phone's connection, with a cold cache and a slow processor. */
async function measureFirstLoad({ usher, visitAs }: Dashboard): Promise<void> {
  const path = await aLine(usher.api, FIRST_LOAD_GUESTS)
  const { page } = await visitAs(usher.demo, path)
  await page.goto('about:blank')
  console.log(`\nFirst load with ${FIRST_LOAD_GUESTS} guests, 3G, processor slowed down 4 times\n`)
  console.log('| requests | bytes | usable after ms |\n|---|---|---|')
  for (let round = 0; round < 3; round += 1) {
    const fresh = await page.context().newPage()
    await slowDown(fresh)
    const { files, bytes, usableMs } = await loadFirst(fresh, path)
    console.log(`| ${files.length} | ${bytes} | ${usableMs.toFixed(0)} |`)
    await fresh.close()
  }
  await page.context().close()
}

async function measureAt({ usher, visitAs }: Dashboard, slowdown: number): Promise<void> {
  const { page } = await visitAs(usher.demo, await aLine(usher.api, GUESTS))
  // A throttled page on a possibly busy machine.
  page.setDefaultTimeout(60_000)
  await page.locator('[aria-setsize]').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await installWatcher(page)
  const inspector = await inspect(page)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const taken = new Map<string, ActionTiming[]>()
  const add = (name: string, shown: ActionTiming) => taken.set(name, [...(taken.get(name) ?? []), shown])
  for (let round = 0; round < rounds; round += 1) await play(page, inspector, add)
  const frames = await framesWhileScrolling(page)
  console.log(`\nProcessor ${slowdown === 1 ? 'as it is' : `slowed down ${slowdown} times`}\n`)
  console.log(tableOf(taken))
  const long = frames.filter((ms) => ms > LONG_FRAME_MS).length
  console.log(
    `\nScrolling: ${frames.length} frames, ${((long / frames.length) * 100).toFixed(1)} % over ${LONG_FRAME_MS} ms, the longest ${Math.max(...frames).toFixed(0)} ms`,
  )
  await page.context().close()
}

/** Creates a queue with realistic guests; returns the path of its board. */
async function aLine(api: Dashboard['usher']['api'], length: number): Promise<string> {
  const { id } = (await api('POST', '/v1/queues', { body: { name: 'Stadium', servers: 40 } })).body
  const bodies = Array.from({ length }, (_, i) => ({
    name: `${FIRST_NAMES[i % FIRST_NAMES.length]} ${i + 1}`,
    party_size: (i % 6) + 1,
    phone: `+1201555${String(i + 1000)}`,
    ...(i % 3 === 0 && { notes: 'By the window, with a high chair' }),
    ...(i % 4 === 0 && { tags: ['regular'] }),
  }))
  for (const body of bodies) await api('POST', `/v1/queues/${id}/guests`, { body })
  return `/queues/${id}`
}

function tableOf(taken: ReadonlyMap<string, readonly ActionTiming[]>): string {
  const rows = [...taken].map(([name, all]) => {
    const shown = all.map(({ shownMs }) => shownMs)
    const longest = Math.max(...all.map(({ longTaskMs }) => longTaskMs))
    const processor = median(all.map(({ processorMs }) => processorMs))
    const cells = [median(shown), Math.max(...shown), longest, processor].map((ms) => ms.toFixed(0))
    return `| ${name} | ${all.length} | ${cells.join(' | ')} |`
  })
  const head =
    '| action | times | median ms | longest ms | longest task ms | median of main thread ms |\n|---|---|---|---|---|---|'
  return [head, ...rows].join('\n')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
