import { availableParallelism, loadavg } from 'node:os'

const FIRST = [
  ...[
    'Ada',
    'Anna',
    'Maria',
    'John',
    'Müller',
    'Olivia',
    'Noah',
    'Chloé',
    'José',
    'Zoë',
    'Yuki',
    'Ivan',
    'Emma',
  ],
  ...['Liam', 'Sophia', 'Lukas', 'Jürgen', 'Hannah', 'Paul', 'Léon', 'Haruto', 'Sakura', 'Ahmed', 'Fatima'],
  ...['Olga', 'Peter', 'Grace', 'Joan', 'Karl', 'Inés', 'Bruno', 'Clara', 'David', 'Elif', 'Felix', 'Greta'],
  ...[
    'Hugo',
    'Ingrid',
    'Jakob',
    'Kenji',
    'Laila',
    'Mehmet',
    'Nina',
    'Oscar',
    'Petra',
    'Quinn',
    'Rosa',
    'Sven',
  ],
]
const PARTS = [
  'ber',
  'son',
  'man',
  'stein',
  'wald',
  'feld',
  'hof',
  'schmidt',
  'lin',
  'ton',
  'wood',
  'ov',
  'dahl',
]
const HAN = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗小明伟芳娜敏静丽强磊军洋勇艳杰']

const pick = <T>(all: readonly T[], seed: number): T => all[Math.abs(seed) % all.length] as T

/** One of many people with names, phones and addresses as alike as in life: every tenth with a Chinese name. */
export function personOf(index: number) {
  const [a, b, c] = [index * 7_919, Math.floor(index / 13) * 31 + index, Math.floor(index / 169) + index * 3]
  const western = `${pick(FIRST, a)} ${pick(PARTS, a + 1)}${pick(PARTS, b)}${pick(PARTS, c)}`
  const name = index % 10 === 0 ? pick(HAN, a) + pick(HAN, b) + pick(HAN, c) : western
  const phone = `+1415${String(1_000_000 + ((index * 7_919) % 8_999_999))}`
  return { name, phone, email: `person.${index}@example.com` }
}

/** What staff type: from what most people have to what nobody has. */
export const SEARCHES = [
  ...[
    'an',
    'a',
    'Ada',
    'maria s',
    'bersonman',
    'schmidt',
    '王',
    '小明',
    '2671',
    '+14155',
    '415 555',
    'chloe',
  ],
  ...['ov', 'zz', 'person.49', 'nobody', 'x', 'anna wald', 'ton', 'müller'],
  ...['a 王', '王 a', 'z q', '1', '%', '1 '.repeat(50).trim(), 'a '.repeat(50).trim(), 'x'.repeat(100)],
]

/** Measured so often: other work on the machine only adds to a time. */
const MEASUREMENTS = 3

/** The time in ms that 99 of 100 calls take at most; undefined while others keep the machine busy. */
export async function p99Of(calls: readonly (() => Promise<unknown>)[]): Promise<number | undefined> {
  if ((loadavg()[0] ?? 0) > 2 * availableParallelism()) return undefined
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < MEASUREMENTS; i += 1) best = Math.min(best, await p99Once(calls))
  return best
}

async function p99Once(calls: readonly (() => Promise<unknown>)[]): Promise<number> {
  const times: number[] = []
  for (const call of calls) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? 0
}
