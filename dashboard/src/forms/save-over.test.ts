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

describe('given something that a form changes', () => {
  test('when nobody else has, then the changes alone are written over what is there now', async () => {
    const { written, ...calls } = aShop(before)
    await saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 4 } })
    expect(written).toEqual([[{ name: 'Bar' }, '"4"']])
  })

  test('when somebody else has changed another part, then that stays', async () => {
    const { written, ...calls } = aShop({ ...before, seats: 9 })
    await saveOver({ ...calls, bodyOf, before, body: { ...before, name: 'Bar' } })
    expect(written).toEqual([[{ name: 'Bar' }, '"9"']])
  })

  test('when somebody else has changed the same part, then nothing is written, and it is told which', async () => {
    const { written, ...calls } = aShop({ name: 'Café', seats: 4 })
    const saved = saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 5 } })
    await expect(saved).rejects.toMatchObject({ names: ['name'], now: { name: 'Café' } })
    await expect(saved).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(written).toEqual([])
  })

  test('when somebody else has made the same change, then there is nothing to ask', async () => {
    const { written, ...calls } = aShop({ name: 'Bar', seats: 4 })
    await saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 4 } })
    expect(written).toHaveLength(1)
  })

  test('when the form changes nothing, then nothing is written', async () => {
    const { written, ...calls } = aShop({ ...before, seats: 9 })
    expect(await saveOver({ ...calls, bodyOf, before, body: before })).toMatchObject({ seats: 9 })
    expect(written).toEqual([])
  })

  test('when it is changed between reading and writing, then it is looked at again', async () => {
    const { written, ...calls } = aShop(before, { refusals: 2 })
    await saveOver({ ...calls, bodyOf, before, body: { name: 'Bar', seats: 4 } })
    expect(written).toHaveLength(3)
  })
})
