/** Does the works of one key one after the other, and those of different keys side by side. */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): TakeTurns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
