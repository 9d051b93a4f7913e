import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { sealTokens } from '../src/google/tokens.ts'
import { startHarness, tick } from './harness.ts'

const OTHER_KEYS = [{ id: 'other', key: Buffer.alloc(32, 7) }]

describe('attack: tokens that cannot be decrypted among those to revoke', () => {
  test('wait for their key without holding up other revocations, and are revoked once it is back', async () => {
    await using harness = await startHarness()
    const { revocations } = harness.service.context
    const add = async (keys: typeof OTHER_KEYS) => {
      const owner = { _id: newId('calendarConnection'), organization_id: newId('organization') }
      const tokens = sealTokens({ access: 'access', refresh: owner._id }, owner, keys)
      await revocations.insert({ ...owner, subject: owner._id, tokens, attempts: 0, due_at: new Date(0) })
    }
    await add(OTHER_KEYS)
    await add([...harness.config.secretKeys] as typeof OTHER_KEYS)
    await tick(harness.service)
    const calls = () => harness.google.requests.count('POST', /^\/revoke/)
    await until('the second to be given back', () => calls() === 1)
    await harness.service[Symbol.asyncDispose]()

    await harness.start({ secretKeys: [...harness.config.secretKeys, ...OTHER_KEYS] })
    harness.clock.advance(3_600_000)
    await tick(harness.service)
    await until('the first to be given back', () => calls() > 1)
    expect(calls()).toBe(2)
  })
})
