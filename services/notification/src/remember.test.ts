import { remember } from './remember.ts'

/** A source whose reads end when told to. */
function slowSource() {
  const reads: PromiseWithResolvers<{ name: string } | undefined>[] = []
  const remembered = remember(() => {
    const read = Promise.withResolvers<{ name: string } | undefined>()
    reads.push(read)
    return read.promise
  })
  return { reads, remembered }
}

test('forgetting a value during a read makes the next recall read again, and the first read succeeds', async () => {
  const { reads, remembered } = slowSource()
  const first = remembered.recall('a')
  remembered.forget('a')
  const second = remembered.recall('a')
  reads[0]?.resolve({ name: 'before' })
  reads[1]?.resolve({ name: 'after' })
  expect([await first, await second]).toEqual([{ name: 'before' }, { name: 'after' }])
  expect(await remembered.recall('a')).toEqual({ name: 'after' })
})

test('a value put during a read that finds nothing is kept, and the read returns undefined', async () => {
  const { reads, remembered } = slowSource()
  const first = remembered.recall('a')
  remembered.put('a', { name: 'put' })
  reads[0]?.resolve(undefined)
  expect(await first).toBeUndefined()
  expect(await remembered.recall('a')).toEqual({ name: 'put' })
})

test('reads again after a read that failed or found nothing', async () => {
  const { reads, remembered } = slowSource()
  const failed = remembered.recall('a')
  reads[0]?.reject(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  const empty = remembered.recall('a')
  reads[1]?.resolve(undefined)
  expect(await empty).toBeUndefined()
  const found = remembered.recall('a')
  reads[2]?.resolve({ name: 'found' })
  expect(await found).toEqual({ name: 'found' })
  expect(await remembered.recall('a')).toEqual({ name: 'found' })
  expect(reads).toHaveLength(3)
})
