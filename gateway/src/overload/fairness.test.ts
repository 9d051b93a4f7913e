import { ProblemError } from '@usher/service-kit'
import fc from 'fast-check'
import { Admission, type Leave } from './admission.ts'

const HOLDERS = ['org_1', 'org_2', 'org_3', 'org_4']

interface Entered {
  readonly holder: string
  readonly number: number
  leave?: Leave
  isRefused?: boolean
}

type Step = { readonly enter: string } | { readonly leave: number } | { readonly passMs: number }

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ enter: fc.constantFrom(...HOLDERS) }) },
    { weight: 4, arbitrary: fc.record({ leave: fc.nat(300) }) },
    { weight: 1, arbitrary: fc.record({ passMs: fc.integer({ min: 1, max: 3_000 }) }) },
  ),
  { minLength: 1, maxLength: 1_500 },
)

/** An admission on a clock of its own, and what became of each request, in the order of admission. */
function createSubject() {
  const clock = { ms: 0 }
  const admission = new Admission({ now: () => clock.ms, onRefused: () => {} })
  const entered: Entered[] = []
  const admitted: Entered[] = []
  const inside: Entered[] = []
  const noteAdmitted = (one: Entered, leave: Leave) => {
    one.leave = leave
    admitted.push(one)
    inside.push(one)
  }
  const enter = (holder: string) => {
    const one: Entered = { holder, number: entered.length }
    entered.push(one)
    try {
      const entering = admission.enter(() => holder)
      if (typeof entering === 'function') return noteAdmitted(one, entering)
      entering.then(
        (leave) => noteAdmitted(one, leave),
        (error: unknown) => {
          expect(error).toBeInstanceOf(ProblemError)
          one.isRefused = true
        },
      )
    } catch {
      one.isRefused = true
    }
  }
  const leave = (index: number) => inside.splice(index % Math.max(1, inside.length), 1)[0]?.leave?.()
  const apply = async (step: Step) => {
    if ('enter' in step) enter(step.enter)
    else if ('leave' in step) leave(step.leave)
    else clock.ms += step.passMs
    await Promise.resolve()
  }
  return { admission, entered, admitted, inside, apply, leave }
}

/** Whether a list never goes down. */
const isSorted = (numbers: readonly number[]) => numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? 0))

describe('admission of random requests', () => {
  test('admits the requests of one holder in order of arrival while no time passes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { admitted, apply } = createSubject()
        for (const step of all) if (!('passMs' in step)) await apply(step)
        for (const holder of HOLDERS) {
          const numbers = admitted.filter((one) => one.holder === holder).map(({ number }) => number)
          expect(isSorted(numbers)).toBe(true)
        }
      }),
    )
  })

  test('never has more requests in flight than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { admission, apply } = createSubject()
        for (const step of all) {
          await apply(step)
          expect(admission.state.inFlight).toBeLessThanOrEqual(64)
        }
      }),
    )
  })

  test('admits or refuses every request and ends with none in flight or waiting', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { admission, entered, inside, apply, leave } = createSubject()
        for (const step of all) await apply(step)
        while (inside.length > 0) {
          leave(0)
          await Promise.resolve()
        }
        expect(admission.state).toMatchObject({ inFlight: 0, waiting: 0 })
        for (const one of entered) expect(one.leave === undefined).toBe(one.isRefused === true)
      }),
    )
  })
})

test('gives each waiting holder a turn before any holder gets a second one', async () => {
  const arrivals = fc.array(fc.constantFrom(...HOLDERS), { maxLength: 256 })
  await fc.assert(
    fc.asyncProperty(arrivals, async (holders) => {
      const { admitted, apply, leave } = createSubject()
      for (let i = 0; i < 64; i += 1) await apply({ enter: 'org_first' })
      for (const holder of holders) await apply({ enter: holder })
      const left = new Map(HOLDERS.map((one) => [one, holders.filter((holder) => holder === one).length]))
      while (admitted.length < 64 + holders.length) {
        const waiting = HOLDERS.filter((holder) => left.get(holder))
        const from = admitted.length
        for (let i = 0; i < waiting.length; i += 1) {
          leave(0)
          await Promise.resolve()
        }
        const served = admitted.slice(from).map(({ holder }) => holder)
        expect(served.toSorted()).toEqual(waiting)
        for (const holder of served) left.set(holder, (left.get(holder) ?? 0) - 1)
      }
    }),
  )
})
