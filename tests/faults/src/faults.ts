import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePorts, lastLines, processNames, repository, runCommand, runMain } from '@usher/local'
import { until } from '@usher/test-kit'
import { type ClientLog, refusedClearly, report } from './check.ts'
import { type Cluster, killProcess, setClock, startCluster } from './cluster.ts'
import { startLoad } from './load.ts'

const DOWN_MS = 5_000
const AWAY_MS = 12_000
const SLOW_MS = 8_000
const LATENCY_MS = 40
/** mongod exits at the first write to a full disk, at the latest at its next checkpoint (every minute). */
const GIVES_UP_MS = 120_000
const CLOCK_OFF_MINUTES = 10
/** A second start would be up by then if nothing refused it. */
const REFUSED_WITHIN_MS = 60_000
/** Short, so that clients notice every fault. */
const ANSWER_MS = 10_000
const CALM_MS = 3_000
const ALL_QUIET_MS = 180_000

/** Injects a fault; resolves when it is over. */
type Fault = (cluster: Cluster) => Promise<void>

const DISK_FULL = 'MongoDB disk full'

/**
 * Processes whose clock matters to others: the gateway signs caller tokens, accounts signs access tokens and sets
 * expiries of credentials, queue checks caller tokens and dates its records, webhook-delivery signs the time of each
 * delivery and schedules retries.
 */
const CLOCKS = ['gateway', 'accounts', 'queue', 'webhook-delivery']

/** Each process and server killed, and paused or slowed; full disks, wrong clocks, a second start. */
const FAULTS: Readonly<Record<string, Fault>> = {
  ...forEach(processNames, 'killed', (name) => (cluster) => killProcess(cluster, name)),
  ...forEach(processNames, 'slowed to a quarter', slowed),
  'MongoDB primary killed': async ({ mongo }) => down(await mongo.primary()),
  'MongoDB secondary killed': async ({ mongo }) => down(await mongo.secondary()),
  'MongoDB primary frozen': async ({ mongo }) => frozen((await mongo.primary()).pid),
  'MongoDB primary cut off': async ({ mongo }) => cutOff((await mongo.primary()).proxy),
  [`MongoDB ${LATENCY_MS} ms slower`]: async ({ mongo }) => {
    await Promise.all(mongo.members.map(({ proxy }) => slower(proxy)))
  },
  'RabbitMQ killed': ({ rabbit }) => down(rabbit),
  'RabbitMQ frozen': ({ rabbit }) => frozen(rabbit.pid),
  'RabbitMQ cut off': ({ rabbitProxy }) => cutOff(rabbitProxy),
  [`RabbitMQ ${LATENCY_MS} ms slower`]: ({ rabbitProxy }) => slower(rabbitProxy),
  [DISK_FULL]: mongoDiskFull,
  'RabbitMQ disk alarm': rabbitDiskAlarm,
  ...forEach(CLOCKS, `${CLOCK_OFF_MINUTES} min ahead`, (name) => clockOff(name, CLOCK_OFF_MINUTES)),
  ...forEach(CLOCKS, `${CLOCK_OFF_MINUTES} min behind`, (name) => clockOff(name, -CLOCK_OFF_MINUTES)),
  'npm start on the same home': secondStart,
}

function forEach(names: readonly string[], what: string, fault: (name: string) => Fault) {
  return Object.fromEntries(names.map((name) => [`${name} ${what}`, fault(name)]))
}

function slowed(name: string): Fault {
  return async ({ stack }) => {
    const end = Date.now() + SLOW_MS
    while (Date.now() < end) {
      stack.process(name).kill('SIGSTOP')
      await delay(150)
      stack.process(name).kill('SIGCONT')
      await delay(50)
    }
  }
}

async function down(server: { kill(): Promise<void>; restart(): Promise<void> }): Promise<void> {
  await server.kill()
  await delay(DOWN_MS)
  await server.restart()
}

async function frozen(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await delay(AWAY_MS)
  process.kill(pid, 'SIGCONT')
}

async function cutOff(proxy: Cluster['rabbitProxy']): Promise<void> {
  proxy.silence()
  await delay(AWAY_MS)
  proxy.heal()
}

async function slower(proxy: Cluster['rabbitProxy']): Promise<void> {
  proxy.slow(LATENCY_MS)
  await delay(SLOW_MS)
  proxy.heal()
}

async function mongoDiskFull({ mongo, disk }: Cluster): Promise<void> {
  const ended = () => mongo.members.filter(({ hasEnded }) => hasEnded)
  await disk.fill()
  const hasNoMajority = async () => {
    await Promise.all(mongo.members.map((member) => member.writeAll()))
    return ended().length > mongo.members.length / 2
  }
  await until('MongoDB to give up', hasNoMajority, GIVES_UP_MS)
  await delay(DOWN_MS)
  await disk.free()
  await Promise.all(ended().map((member) => member.restart()))
}

/** As when free space falls below `disk_free_limit`: the broker blocks publishers. */
async function rabbitDiskAlarm({ rabbit }: Cluster): Promise<void> {
  const hasAlarm = async () => (await rabbit.control('eval', 'rabbit_alarm:get_alarms().')).includes('disk')
  await rabbit.control('set_disk_free_limit', '1000000GB')
  await until('the alarm', hasAlarm)
  await delay(AWAY_MS)
  await rabbit.control('set_disk_free_limit', '50MB')
  await until('the end of the alarm', async () => !(await hasAlarm()))
}

/** A clock jumps while its process works, is wrong at a restart (which forgets what was signed before), and jumps back. */
function clockOff(name: string, minutesAhead: number): Fault {
  return async (cluster) => {
    await setClock(cluster, name, minutesAhead * 60_000)
    await delay(3_000)
    await killProcess(cluster, name)
    await delay(6_000)
    await setClock(cluster, name, 0)
  }
}

/** `npm start` on the home of a running stack: it must exit by itself and say why. */
async function secondStart({ home }: Cluster): Promise<void> {
  const [port] = await freePorts(1)
  const { code, output } = await runCommand(process.execPath, ['deploy/local/run.mjs', 'start'], {
    cwd: repository,
    env: { ...process.env, USHER_HOME: home, PORT: String(port) },
    signal: AbortSignal.timeout(REFUSED_WITHIN_MS),
  })
  const isRefused = code === 1 && output.includes(`Another stack runs on ${home} (process ${process.pid})`)
  if (!isRefused) throw new Error(`a second start was not refused: code ${code}\n${lastLines(output, 2)}`)
}

/** Injects a fault under load, and prints what clients saw of it. */
async function play(name: string, fault: Fault, cluster: Cluster, record: ClientLog): Promise<void> {
  const from = Date.now()
  const failuresBefore = record.failures.length
  const doneBefore = record.done.length
  await fault(cluster)
  const over = Date.now()
  await calm(record)
  const failures = record.failures.slice(failuresBefore)
  const done = record.done.slice(doneBefore)
  const kinds = Map.groupBy(failures, ({ what }) => what)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const facts = [
    `lasted ${seconds(over - from)}`,
    `${done.length} requests done`,
    `${failures.length} tries failed (${[...kinds].map(([what, { length }]) => `${length} × ${what}`)})`,
    `then recovered in ${seconds(Math.max(over, ...failures.map(({ at }) => at)) - over)}`,
    `longest answer ${seconds(Math.max(...done.map(({ startedAt, endedAt }) => endedAt - startedAt)))}`,
  ]
  console.log(`${name}: ${facts.join(', ')}`)
}

/** Waits until clients are served again: all kinds of requests succeeded lately, and none failed. */
async function calm(record: ClientLog): Promise<void> {
  const isCalm = async () => {
    const since = Date.now()
    await delay(CALM_MS)
    if (record.failures.some(({ at }) => at > since)) return false
    const kinds = new Set(record.done.filter(({ startedAt }) => startedAt > since).map(({ kind }) => kind))
    return kinds.size === 3
  }
  await until('clients to be answered again', isCalm, ALL_QUIET_MS)
}

/**
 * `npm run test:faults`: harms each process and server in turn under mixed load, then compares what clients were
 * answered with the stored state.
 *
 * Usage: npm run test:faults [-- --minutes 10 --only TEXT]
 */
await runMain(async ({ signal }) => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
  })
  const faults = Object.entries(FAULTS).filter(([name]) => name.includes(values.only))
  await using cleanup = new AsyncDisposableStack()
  const cluster = cleanup.use(await startCluster())
  const { url, environments } = cluster.stack
  const usher = { url, environments, demo: cluster.demo }
  const load = cleanup.use(await startLoad(usher, { answerMs: ANSWER_MS }))
  const end = Date.now() + Number(values.minutes) * 60_000
  await calm(load.record)
  do {
    for (const [name, fault] of faults) {
      signal.throwIfAborted()
      if (name === DISK_FULL && cluster.disk.whyNot) {
        console.log(`${name}: not played, as ${cluster.disk.whyNot}`)
        continue
      }
      await play(name, fault, cluster, load.record)
    }
  } while (Date.now() < end)
  const hasHeld = report([...(await load.finish()), refusedClearly(load.record)], load.record)
  console.log(hasHeld ? 'Everything that was accepted is there, once.' : 'Not everything has held.')
  return hasHeld ? 0 : 1
}, 130)
