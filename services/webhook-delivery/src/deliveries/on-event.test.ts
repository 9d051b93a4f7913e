import type { CloudEvent } from '@usher/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebhookContext } from '../context.ts'
import type { Dispatcher } from './dispatcher.ts'
import { createEventHandler } from './on-event.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** An organisation of which the handler knows that it had no endpoint. */
async function givenQuietOrganization() {
  let looks = 0
  const endpoints = {
    findTaking: async () => {
      looks += 1
      return []
    },
  }
  const ctx = { clock: { now: () => new Date() }, endpoints } as unknown as WebhookContext
  const handle = createEventHandler(ctx, { lanes: {} } as Dispatcher)
  let handled = 0
  let count = 0
  const arrive = (together: number) => {
    const batch = Array.from({ length: together }, () => {
      count += 1
      return { id: `evt_${count}`, organizationid: 'org_1', time: new Date().toISOString() } as CloudEvent
    })
    const facts = { repeated: new Set<string>(), lost: new AbortController().signal }
    void handle(batch, facts).then(() => (handled += together))
  }
  arrive(1)
  await vi.advanceTimersByTimeAsync(50)
  return { arrive, looks: () => looks - 1, handled: () => handled - 1 }
}

describe('given an organisation that had no endpoint when it was last looked for', () => {
  test('when its events come one after the other, then one look serves those of a tenth of a second', async () => {
    const { arrive, looks, handled } = await givenQuietOrganization()
    for (let i = 0; i < 9; i += 1) {
      arrive(1)
      await vi.advanceTimersByTimeAsync(10)
    }
    expect([looks(), handled()]).toEqual([0, 0])
    await vi.advanceTimersByTimeAsync(50)
    expect([looks(), handled()]).toEqual([1, 9])
  })

  test('when half of what may be in hand has come, then it is looked for at once', async () => {
    const { arrive, looks, handled } = await givenQuietOrganization()
    arrive(40)
    await vi.advanceTimersByTimeAsync(30)
    arrive(24)
    await vi.advanceTimersByTimeAsync(10)
    expect([looks(), handled()]).toEqual([1, 64])
  })
})
