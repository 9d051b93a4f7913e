import { join } from 'node:path'
import {
  type Demo,
  freePorts,
  ownServers,
  type ProcessSpec,
  planStack,
  processNames,
  provideMongo,
  provideRabbit,
  type StackPlan,
  type Supervisor,
  seedDemo,
  supervise,
  temporaryHome,
} from '@usher/local'
import { type Balancer, startBalancer } from './balancer.ts'

/** One of several identical processes behind their balancer. */
export interface Replica {
  /** The service's name, or `gateway`. */
  readonly service: string
  /** `SERVICE-NUMBER`, never reused. */
  readonly name: string
  readonly metricsUrl: string
  /**
   * Stops it like Kubernetes (SIGTERM); it stays in the balancer while it reports ready.
   *
   * @returns how it exited: `exit code 0` if it finished everything in time
   */
  stop(): Promise<string>
}

/** An Usher with several processes of each service and of the gateway, each behind a balancer. */
export interface Replicated extends AsyncDisposable {
  readonly plan: StackPlan
  readonly demo: Demo
  readonly services: readonly string[]
  /** Running replicas of one service, or of all. */
  replicas(service?: string): Replica[]
  /** Adds a replica to a service; resolves once it receives connections. */
  start(service: string): Promise<Replica>
}

interface ReplicatedOptions {
  /** Number of processes per service. */
  readonly replicas: number
  readonly gateways: number
  readonly log: (line: string) => void
}

/** The Helm chart's settings. */
const PRODUCTION = { SHUTDOWN_DELAY_SECONDS: '5' }

const STOP_GRACE_MS = 30_000

export async function startReplicated(options: ReplicatedOptions): Promise<Replicated> {
  await using cleanup = new AsyncDisposableStack()
  const { log } = options
  const { path: home } = cleanup.use(await temporaryHome('replicas'))
  const provide = ownServers(home)
  const mongo = cleanup.use(await provideMongo(provide))
  const rabbit = cleanup.use(await provideRabbit(provide))
  const settings = { nodeEnv: 'development', logLevel: 'warn', env: PRODUCTION }
  const plan = await planStack({ home, mongo, rabbit, log, ...settings })
  const google = plan.specs.filter(({ name }) => !processNames.includes(name))
  cleanup.use(await supervise(google, { logs: join(home, 'logs'), log }))
  const fleet = cleanup.use(await startFleet(plan, join(home, 'logs'), log))
  const starts = processNames.flatMap((name) =>
    Array.from({ length: name === 'gateway' ? options.gateways : options.replicas }, () => fleet.start(name)),
  )
  await Promise.all(starts)
  const demo = await seedDemo(home, plan)
  if (demo === undefined) throw new Error('the demo was not seeded')
  const owned = cleanup.move()
  const facts = { plan, demo, services: processNames }
  return { ...fleet, ...facts, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/**
 * Replaces every process of a service, one at a time, like a Deployment with `maxSurge: 1, maxUnavailable: 0`: a new
 * one is ready before an old one is told to stop.
 *
 * @returns how each of the old ones exited, by name
 */
export async function replaceAll(usher: Replicated, service: string): Promise<Map<string, string>> {
  const ends = new Map<string, string>()
  for (const old of usher.replicas(service)) {
    await usher.start(service)
    ends.set(old.name, await old.stop())
  }
  return ends
}

/** The processes, each service behind a balancer on its planned port. */
async function startFleet(plan: StackPlan, logs: string, log: (line: string) => void) {
  await using cleanup = new AsyncDisposableStack()
  const balancers = new Map<string, Balancer>()
  for (const name of processNames) {
    const balancer = await startBalancer(Number(plan.environments[name]?.PORT))
    balancers.set(name, cleanup.use(balancer))
  }
  const running = new Map<string, Replica>()
  const stopAll = async () => {
    // In reverse order, so that the gateways stop first: they call the others.
    for (const service of processNames.toReversed()) {
      const stops = [...running.values()].filter((one) => one.service === service)
      await Promise.all(stops.map((one) => one.stop()))
    }
  }
  cleanup.defer(stopAll)
  let started = 0
  const start = async (service: string): Promise<Replica> => {
    const name = `${service}-${++started}`
    const spec = await specOf(plan, service, name)
    const supervisor = await supervise([spec], { logs, log, stopGraceMs: STOP_GRACE_MS })
    const replica = replicaOf(service, spec, supervisor, () => {
      running.delete(name)
      balancers.get(service)?.remove(Number(spec.env.PORT))
    })
    running.set(name, replica)
    await balancers.get(service)?.add(Number(spec.env.PORT))
    return replica
  }
  const owned = cleanup.move()
  return {
    start,
    replicas: (service?: string) =>
      [...running.values()].filter((one) => service === undefined || one.service === service),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The planned process spec, with its own ports. */
async function specOf(plan: StackPlan, service: string, name: string): Promise<ProcessSpec> {
  const planned = plan.specs.find((spec) => spec.name === service)
  if (!planned) throw new Error(`there is no ${service}`)
  const [port, metricsPort] = (await freePorts(2)) as [number, number]
  const metrics = service === 'gateway' ? { METRICS_PORT: String(metricsPort) } : {}
  return {
    ...planned,
    name,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    env: { ...planned.env, PORT: String(port), ...metrics },
  }
}

function replicaOf(service: string, spec: ProcessSpec, supervisor: Supervisor, onEnd: () => void): Replica {
  const { name, env } = spec
  const process = supervisor.process(name)
  return {
    service,
    name,
    metricsUrl: `http://127.0.0.1:${env.METRICS_PORT ?? env.PORT}/metrics`,
    async stop() {
      await supervisor.stop()
      onEnd()
      return process.lastEnd ?? 'never ran'
    },
  }
}
