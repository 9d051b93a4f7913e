import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@usher/test-kit'
import type { Cluster } from './cluster.ts'
import type { Fault } from './fault.ts'

const FULL_MS = 5_000
const ALARM_MS = 12_000
/** mongod exits at the first write to a full disk, at the latest at its next checkpoint (every minute). */
const GIVES_UP_MS = 120_000

/** Servers without disk space. */
export const DISK_FAULTS: readonly Fault[] = [
  { name: 'MongoDB disk full', whyNot: ({ disk }) => disk.whyNot, strike: mongoDiskFull },
  { name: 'RabbitMQ disk alarm', strike: rabbitDiskAlarm },
]

async function mongoDiskFull({ mongo, disk }: Cluster): Promise<void> {
  const ended = () => mongo.members.filter(({ hasEnded }) => hasEnded)
  await disk.fill()
  const noMajority = async () => {
    await Promise.all(mongo.members.map((member) => member.writeAll()))
    return ended().length > mongo.members.length / 2
  }
  await until('MongoDB to give up', noMajority, GIVES_UP_MS)
  await delay(FULL_MS)
  await disk.free()
  await Promise.all(ended().map((member) => member.restart()))
}

/** As when free space falls below `disk_free_limit`: the broker blocks publishers. */
async function rabbitDiskAlarm({ rabbit }: Cluster): Promise<void> {
  const alarms = () => rabbit.control('eval', 'rabbit_alarm:get_alarms().')
  await rabbit.control('set_disk_free_limit', '1000000GB')
  await until('the alarm', async () => (await alarms()).includes('disk'))
  await delay(ALARM_MS)
  await rabbit.control('set_disk_free_limit', '50MB')
  await until('the end of the alarm', async () => !(await alarms()).includes('disk'))
}
