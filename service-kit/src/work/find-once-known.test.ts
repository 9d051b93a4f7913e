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

describe('given an id that was minted just now', () => {
  test('when its event comes a little later, then it is found, however often that happens', async () => {
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

  test('when made-up ones are asked for in a row, then the first ten are waited for, and others cost one look', async () => {
    const organization = newId('organization')
    const looks = await Promise.all(Array.from({ length: 30 }, () => looksInVain(organization)))
    expect(looks).toEqual([...Array(10).fill(6), ...Array(20).fill(1)])
    expect(await looksInVain(organization)).toBe(1)
  })
})

describe('given an id whose event is not under way', () => {
  test.each([
    ['an old one', 'gst_01h455vb4pex5vsknk084sn02q'],
    ['one from the far future', typeidUnboxed('gst', '7zzzzzzzzzzzzzzzzzzzzzzzzz')],
    ['one that is no TypeID', 'unknown'],
    ['one derived from a name', derivedId('guest', 'a name')],
  ])('when %s is looked for, then it is looked for once', async (_, id) => {
    const find = nothing()
    expect(await findOnceKnown(systemClock, newId('organization'), id, find)).toBeNull()
    expect(find).toHaveBeenCalledTimes(1)
  })
})

test('given a new id, then it tells when it was minted', () => {
  const before = Date.now()
  const id = newId('queue')
  expect(mintedAt(id)).toBeGreaterThanOrEqual(before)
  expect(mintedAt(id)).toBeLessThanOrEqual(Date.now())
})
