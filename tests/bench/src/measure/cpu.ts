import { readdir, readFile } from 'node:fs/promises'
import { type ProcessStat, readStat } from '../local.ts'
import { median } from './statistics.ts'

/** CPU time in µs, by the name of a process. */
export type CpuTimes = Readonly<Record<string, number>>

/** RabbitMQ's programs; their children belong to RabbitMQ, too. */
const RABBITMQ = /\/(beam\.smp|epmd)\0/

/** Erlang's helpers accumulate the CPU time of their children for minutes and then report it all at once. */
const ERLANG_HELPER = /^(erl_child_setup|\/bin\/sh\0-s\0rabbit_disk_monitor)/

/**
 * CPU time of a process and all of its descendants so far, user and system, by name: the folder of a service, the file
 * of a peer, `mongod`, `rabbitmq`, and `local` for what starts them. Empty without `/proc`.
 */
export async function treeCpu(root: number): Promise<CpuTimes> {
  const children = Map.groupBy(await allProcesses(), ({ parent }) => parent)
  const sums: Record<string, number> = {}
  const add = async (pid: number, stat: ProcessStat, parentName: string): Promise<void> => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const name = parentName === 'rabbitmq' ? parentName : (processName(command) ?? parentName)
    const cpuUs = stat.cpuUs + (ERLANG_HELPER.test(command) ? 0 : stat.endedChildrenUs)
    sums[name] = (sums[name] ?? 0) + cpuUs
    for (const child of children.get(pid) ?? []) await add(child.pid, child, name)
  }
  const stat = readStat(root)
  if (stat) await add(root, stat, 'local')
  return sums
}

async function allProcesses(): Promise<(ProcessStat & { pid: number })[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.map(Number).filter(Number.isInteger)
  return pids.flatMap((pid) => {
    const stat = readStat(pid)
    return stat ? [{ pid, ...stat }] : []
  })
}

/** The name of a process by its command line, whose arguments end with NUL; undefined if it is not a known program. */
export function processName(command: string): string | undefined {
  if (RABBITMQ.test(command)) return 'rabbitmq'
  if (/\/mongod\0/.test(command)) return 'mongod'
  if (/\/deploy\/local\//.test(command)) return 'local'
  return (/\/bench\/src\/peers\/([\w-]+)\.ts\0/.exec(command) ??
    /\/([\w-]+)\/src\/[\w-]+\.ts\0/.exec(command))?.[1]
}

export const total = (cpu: CpuTimes): number => Object.values(cpu).reduce((sum, time) => sum + time, 0)

export const usedBetween = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]))

/** The result of some work, and the CPU time that processes started by this one use while it runs. */
export async function cpuDuring<Result>(processes: readonly string[], work: () => Promise<Result>) {
  const before = await treeCpu(process.pid)
  const result = await work()
  const used = Object.entries(usedBetween(before, await treeCpu(process.pid)))
  return { result, cpu: Object.fromEntries(used.filter(([name]) => processes.includes(name))) }
}

export function medianCpu(readings: readonly CpuTimes[]): CpuTimes {
  const names = new Set(readings.flatMap((one) => Object.keys(one)))
  return Object.fromEntries(
    Array.from(names, (name) => [name, median(readings.map((one) => one[name] ?? 0))]),
  )
}

/** Amounts as text, the largest first, without those that round to nothing. */
export const amountsText = (amounts: Readonly<Record<string, number>>, digits = 0): string =>
  Object.entries(amounts)
    .filter(([, amount]) => amount >= 10 ** -digits)
    .sort(([, a], [, b]) => b - a)
    .map(([name, amount]) => `${name} ${amount.toFixed(digits)}`)
    .join(', ')
