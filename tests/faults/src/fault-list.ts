import { setTimeout as delay } from 'node:timers/promises'
import { processNames } from '@usher/local'
import { CLOCK_FAULTS } from './clock-faults.ts'
import type { Cluster } from './cluster.ts'
import { DISK_FAULTS } from './disk-faults.ts'
import type { Fault } from './fault.ts'
import { killProcess } from './kill-process.ts'
import { SECOND_START } from './second-start.ts'

const DOWN_MS = 5_000
const AWAY_MS = 12_000
const SLOW_MS = 8_000
const LATENCY_MS = 40

/**
 * Each process and each server killed, and paused or slowed, one after another; wrong clocks, full disks, a second
 * start.
 */
export const FAULTS: readonly Fault[] = [
  ...processNames.map((name) => ({ name: `${name} killed`, strike: (at: Cluster) => killProcess(at, name) })),
  ...processNames.map((name) => ({
    name: `${name} slowed to a quarter`,
    strike: (at: Cluster) => slowed(at, name),
  })),
  { name: 'MongoDB primary killed', strike: (at: Cluster) => mongoDown(at, 'primary') },
  { name: 'MongoDB secondary killed', strike: (at: Cluster) => mongoDown(at, 'secondary') },
  { name: 'MongoDB primary frozen', strike: mongoFrozen },
  { name: 'MongoDB primary cut off', strike: mongoCutOff },
  { name: `MongoDB ${LATENCY_MS} ms slower`, strike: mongoSlow },
  { name: 'RabbitMQ killed', strike: rabbitDown },
  { name: 'RabbitMQ frozen', strike: rabbitFrozen },
  { name: 'RabbitMQ cut off', strike: rabbitCutOff },
  { name: `RabbitMQ ${LATENCY_MS} ms slower`, strike: rabbitSlow },
  ...DISK_FAULTS,
  ...CLOCK_FAULTS,
  SECOND_START,
]

async function slowed({ stack }: Cluster, name: string): Promise<void> {
  const end = Date.now() + SLOW_MS
  while (Date.now() < end) {
    stack.process(name).kill('SIGSTOP')
    await delay(150)
    stack.process(name).kill('SIGCONT')
    await delay(50)
  }
}

async function mongoDown({ mongo }: Cluster, which: 'primary' | 'secondary'): Promise<void> {
  const member = await mongo[which]()
  await member.kill()
  await delay(DOWN_MS)
  await member.restart()
}

async function mongoFrozen({ mongo }: Cluster): Promise<void> {
  await frozen((await mongo.primary()).pid)
}

async function mongoCutOff({ mongo }: Cluster): Promise<void> {
  const { proxy } = await mongo.primary()
  proxy.silence()
  await delay(AWAY_MS)
  proxy.heal()
}

async function mongoSlow({ mongo }: Cluster): Promise<void> {
  for (const { proxy } of mongo.members) proxy.slow(LATENCY_MS)
  await delay(SLOW_MS)
  for (const { proxy } of mongo.members) proxy.heal()
}

async function rabbitDown({ rabbit }: Cluster): Promise<void> {
  await rabbit.kill()
  await delay(DOWN_MS)
  await rabbit.restart()
}

async function rabbitFrozen({ rabbit }: Cluster): Promise<void> {
  await frozen(rabbit.pid)
}

async function rabbitCutOff({ rabbit }: Cluster): Promise<void> {
  rabbit.proxy.silence()
  await delay(AWAY_MS)
  rabbit.proxy.heal()
}

async function rabbitSlow({ rabbit }: Cluster): Promise<void> {
  rabbit.proxy.slow(LATENCY_MS)
  await delay(SLOW_MS)
  rabbit.proxy.heal()
}

async function frozen(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await delay(AWAY_MS)
  process.kill(pid, 'SIGCONT')
}
