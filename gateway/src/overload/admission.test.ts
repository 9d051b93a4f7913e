import { ProblemError } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { Admission, type Leave } from './admission.ts'

/** An admission on a clock of its own, all of whose places are taken. */
function createFull() {
  const clock = { ms: 0 }
  let refusals = 0
  const admission = new Admission({
    now: () => clock.ms,
    onRefused: () => {
      refusals += 1
    },
  })
  const admitted: (number | string)[] = []
  const refused: (number | string)[] = []
  const leaves: Leave[] = []
  const withdrawals: (() => void)[] = []
  /** Sends a request; what became of it is known after the next {@link settled}. */
  const enter = (name: number | string, holder = 'org_1') => {
    const onWaiting = (withdraw: () => void) => withdrawals.push(withdraw)
    const entering = (async () => admission.enter(() => holder, onWaiting))()
    entering.then(
      (leave) => {
        admitted.push(name)
        leaves.push(leave)
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(ProblemError)
        refused.push(name)
      },
    )
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const leaveFirst = async () => {
    leaves.shift()?.()
    await settled()
  }
  for (let i = 0; i < 64; i += 1) enter('first')
  return {
    admission,
    clock,
    admitted,
    refused,
    withdrawals,
    enter,
    leaveFirst,
    settled,
    refusals: () => refusals,
  }
}

describe('admission to a service', () => {
  test('lets a burst of 256 requests wait and admits them in order of arrival without refusing any', async () => {
    const { admitted, refused, enter, leaveFirst, settled } = createFull()
    for (let i = 1; i <= 256; i += 1) enter(i)
    await settled()
    expect(admitted).toHaveLength(64)
    for (let i = 1; i <= 256; i += 1) await leaveFirst()
    expect(admitted.slice(64)).toEqual(Array.from({ length: 256 }, (_, i) => i + 1))
    expect(refused).toEqual([])
  })

  test('refuses all but the newest waiting requests once 257 wait, and serves the rest in order', async () => {
    const { admission, admitted, refused, enter, leaveFirst, settled, refusals } = createFull()
    for (let i = 1; i <= 257; i += 1) enter(i)
    await settled()
    expect(refused).toEqual(Array.from({ length: 251 }, (_, i) => i + 1))
    expect(() => admission.requireRoom(() => 'org_1')).toThrow('nothing was done')
    enter('late')
    await settled()
    expect(refused.at(-1)).toBe('late')
    expect(refusals()).toBe(253)
    await leaveFirst()
    await leaveFirst()
    expect(admitted.slice(64)).toEqual([252, 253])
    expect(() => admission.requireRoom(() => 'org_1')).not.toThrow()
  })

  test('frees the waiting places of clients that disconnected, so that no new request is refused', async () => {
    const { admission, admitted, refused, withdrawals, enter, leaveFirst, settled } = createFull()
    for (let i = 1; i <= 256; i += 1) enter('left')
    await settled()
    for (const withdraw of withdrawals.splice(0)) withdraw()
    await settled()
    expect(admission.state).toMatchObject({ inFlight: 64, waiting: 0 })
    for (let i = 1; i <= 256; i += 1) enter(i)
    await settled()
    expect(refused).toEqual([])
    await leaveFirst()
    expect(admitted.at(-1)).toBe(1)
    expect(admission.state.inFlight).toBe(64)
  })

  test('does not free the place of an admitted request when its client disconnects', async () => {
    const { admission, withdrawals, enter, leaveFirst, settled } = createFull()
    enter('waiting')
    await settled()
    await leaveFirst()
    for (const withdraw of withdrawals) withdraw()
    expect(admission.state).toMatchObject({ inFlight: 64, waiting: 0 })
  })

  test('lets a burst wait again a second after the last refusal', async () => {
    const { admission, clock, refused, enter, settled } = createFull()
    for (let i = 1; i <= 257; i += 1) enter(i)
    await settled()
    clock.ms += 999
    expect(() => admission.requireRoom(() => 'org_1')).toThrow()
    clock.ms += 1_000
    expect(() => admission.requireRoom(() => 'org_1')).not.toThrow()
    enter('again')
    await settled()
    expect(refused).toHaveLength(251)
    expect(admission.state.waiting).toBe(7)
  })

  test('refuses requests that have waited for about five seconds', async () => {
    const { admission, clock, refused, enter, settled } = createFull()
    for (let i = 1; i <= 257; i += 1) enter(i)
    for (clock.ms = 900; clock.ms < 5_000; clock.ms += 900)
      expect(() => admission.requireRoom(() => 'org_1')).toThrow()
    enter('next')
    await settled()
    expect(refused).toHaveLength(257)
    expect(admission.state).toMatchObject({ inFlight: 64, waiting: 1 })
  })

  test('stops counting requests against the limit after two seconds', async () => {
    const { clock, admitted, enter, settled } = createFull()
    enter('waiting')
    await settled()
    expect(admitted).toHaveLength(64)
    clock.ms += 2_000
    enter('next')
    await settled()
    expect(admitted.slice(64).toSorted()).toEqual(['next', 'waiting'])
  })

  test('admits a waiting request after two seconds although no request arrives or finishes', async () => {
    const { clock, admitted, enter } = createFull()
    enter('waiting')
    clock.ms += 2_000
    await until('a place', () => admitted.length > 64)
    expect(admitted.slice(64)).toEqual(['waiting'])
  })

  test('serves the single request of one holder before the backlog of another', async () => {
    const { admitted, enter, leaveFirst, settled } = createFull()
    for (let i = 1; i <= 200; i += 1) enter(i)
    enter('single', 'org_2')
    await settled()
    await leaveFirst()
    await leaveFirst()
    expect(admitted.slice(64)).toEqual([1, 'single'])
  })

  test('admits a single request of another holder during overload and serves it next', async () => {
    const { admission, admitted, refused, enter, leaveFirst, settled } = createFull()
    for (let i = 1; i <= 257; i += 1) enter(i)
    expect(() => admission.requireRoom(() => 'org_1')).toThrow()
    expect(() => admission.requireRoom(() => 'org_2')).not.toThrow()
    enter('single', 'org_2')
    await settled()
    expect(refused.at(-1)).toBe(252)
    await leaveFirst()
    await leaveFirst()
    expect(admitted.slice(64)).toContain('single')
    expect(admission.state.waiting).toBe(4)
  })

  test('refuses a new holder while many holders overload the service', async () => {
    const { admission, refused, enter, settled } = createFull()
    for (let i = 1; i <= 257; i += 1) enter(i, `org_${i}`)
    await settled()
    expect(refused).toHaveLength(251)
    expect(() => admission.requireRoom(() => 'org_new')).toThrow()
  })

  test('spreads Retry-After between 1 and 5 seconds across refused requests', async () => {
    const { admission, enter, settled } = createFull()
    for (let i = 1; i <= 257; i += 1) enter(i)
    await settled()
    const told = new Set<number | undefined>()
    for (let i = 0; i < 200; i += 1) {
      try {
        admission.requireRoom(() => 'org_1')
      } catch (error) {
        told.add((error as ProblemError).options.retryAfterSeconds)
      }
    }
    expect([...told].toSorted()).toEqual([1, 2, 3, 4, 5])
  })
})
