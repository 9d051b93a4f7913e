import { typeidUnboxed } from 'typeid-js'
import { systemClock } from '../clock.ts'
import { derivedId, mintedAt, newId } from '../formats/ids.ts'
import { findOnceKnown } from './find-once-known.ts'

const nothing = () => jest.fn(async () => null)

/** Looks for an id of which nothing ever comes; gives how often it was looked for. */
async function looksInVain(organizationId: string): Promise<number> {
  const find = nothing()
  expect(await findOnceKnown(systemClock, organizationId, newId('guest'), find)).toBeNull()
  return find.mock.calls.length
}

describe('looking for an id minted just now', () => {
  test('finds a resource whose event arrives a little later, 30 times in a row', async () => {
    const organization = newId('organization')
    const findLate = async () => {
      const find = nothing()
        .mockResolvedValueOnce(null)
        .mockResolvedValue('Ada' as never)
      expect(await findOnceKnown(systemClock, organization, newId('guest'), find)).toBe('Ada')
      expect(find).toHaveBeenCalledTimes(2)
    }
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 10 }, findLate))
  })

  test('retries for the first ten unknown ids and looks only once for each further one', async () => {
    const organization = newId('organization')
    const looks = await Promise.all(Array.from({ length: 30 }, () => looksInVain(organization)))
    expect(looks).toEqual([...Array(10).fill(6), ...Array(20).fill(1)])
    expect(await looksInVain(organization)).toBe(1)
  })
})

describe('looking for an id whose event cannot be on its way', () => {
  test.each([
    ['an old one', 'gst_01h455vb4pex5vsknk084sn02q'],
    ['one from the far future', typeidUnboxed('gst', '7zzzzzzzzzzzzzzzzzzzzzzzzz')],
    ['one that is no TypeID', 'unknown'],
    ['one derived from a name', derivedId('guest', 'a name')],
  ])('looks only once for %s', async (_, id) => {
    const find = nothing()
    expect(await findOnceKnown(systemClock, newId('organization'), id, find)).toBeNull()
    expect(find).toHaveBeenCalledTimes(1)
  })
})

test('mintedAt returns the time at which a new id was created', () => {
  const before = Date.now()
  const id = newId('queue')
  expect(mintedAt(id)).toBeGreaterThanOrEqual(before)
  expect(mintedAt(id)).toBeLessThanOrEqual(Date.now())
})
