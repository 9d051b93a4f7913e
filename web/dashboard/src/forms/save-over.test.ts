import { UsherError } from '@usher/sdk/client'
import { ChangedMeanwhile, saveOver } from './save-over.ts'

interface Shop {
  readonly name: string
  readonly seats: number
}

/** A shop that somebody else may change between the calls. */
function aShop(now: Shop, { refusals = 0 } = {}) {
  const written: [changes: Partial<Shop>, etag: string][] = []
  return {
    written,
    read: async () => ({ data: now, response: new Response(null, { headers: { etag: `"${now.seats}"` } }) }),
    async write(changes: Partial<Shop>, etag: string) {
      written.push([changes, etag])
      if (written.length <= refusals) throw new UsherError(new Response(null, { status: 412 }), {})
      return { ...now, ...changes }
    },
  }
}

const before: Shop = { name: 'Bistro', seats: 4 }
const bodyOf = (shop: Shop) => shop

describe('saving a form over the current state', () => {
  test('writes only the changed fields, with the current ETag', async () => {
    const { written, ...calls } = aShop(before)
    await saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 4 } })
    expect(written).toEqual([[{ name: 'Bar' }, '"4"']])
  })

  test('keeps another field that was changed in the meantime', async () => {
    const { written, ...calls } = aShop({ ...before, seats: 9 })
    await saveOver({ ...calls, bodyOf, before, body: { ...before, name: 'Bar' } })
    expect(written).toEqual([[{ name: 'Bar' }, '"9"']])
  })

  test('writes nothing and names the field when the same field was changed in the meantime', async () => {
    const { written, ...calls } = aShop({ name: 'Café', seats: 4 })
    const saved = saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 5 } })
    await expect(saved).rejects.toMatchObject({ names: ['name'], now: { name: 'Café' } })
    await expect(saved).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(written).toEqual([])
  })

  test('saves without a conflict when the same change was made in the meantime', async () => {
    const { written, ...calls } = aShop({ name: 'Bar', seats: 4 })
    await saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 4 } })
    expect(written).toHaveLength(1)
  })

  test('writes nothing when the form changes nothing', async () => {
    const { written, ...calls } = aShop({ ...before, seats: 9 })
    expect(await saveOver({ ...calls, bodyOf, before, body: before })).toMatchObject({ seats: 9 })
    expect(written).toEqual([])
  })

  test('reads and writes again after 412 Precondition Failed', async () => {
    const { written, ...calls } = aShop(before, { refusals: 2 })
    await saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 4 } })
    expect(written).toHaveLength(3)
  })
})
