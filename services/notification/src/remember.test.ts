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

test('given a read under way, when the value is forgotten, then the read succeeds and the next one reads anew', async () => {
  const { reads, remembered } = slowSource()
  const first = remembered.recall('a')
  remembered.forget('a')
  const second = remembered.recall('a')
  reads[0]?.resolve({ name: 'before' })
  reads[1]?.resolve({ name: 'after' })
  expect([await first, await second]).toEqual([{ name: 'before' }, { name: 'after' }])
  expect(await remembered.recall('a')).toEqual({ name: 'after' })
})

test('given a read under way that finds nothing, when a value is put, then the read succeeds and the value holds', async () => {
  const { reads, remembered } = slowSource()
  const first = remembered.recall('a')
  remembered.put('a', { name: 'put' })
  reads[0]?.resolve(undefined)
  expect(await first).toBeUndefined()
  expect(await remembered.recall('a')).toEqual({ name: 'put' })
})

test('given a read that fails or finds nothing, then the next one reads anew', async () => {
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
