import type { Guest, Notification } from '@usher/contracts'
import { scaled, until } from '@usher/test-kit'
import fc from 'fast-check'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let queue: string
beforeAll(async () => {
  usher = await useSharedUsher()
  queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Lunch' } })).body.id
  const automatic = { added: true, almost_ready: false, ready: true, no_show: true, requeued: true }
  await until('the queue to be known', async () => {
    const { status } = await usher.api('PATCH', `/v1/queues/${queue}/messages`, { body: { automatic } })
    return status === 200
  })
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

const STEPS = ['notify', 'seat', 'no-show', 'undo', 'remove'] as const
type Step = (typeof STEPS)[number]
type Status = Guest['status']

/** What the guest of a test is told, by each step that the API accepted. */
class Model {
  status: Status = 'waiting'
  readonly kinds: string[] = ['added']
  /** Whoever was seated is here and needs no message. */
  wasSeated = false
  #before: Status = 'waiting'

  accept(step: Step): void {
    if (step === 'undo') {
      this.#undo()
      return
    }
    const after = { notify: 'notified', seat: 'seated', 'no-show': 'no_show', remove: 'removed' } as const
    if (step !== 'notify') this.#before = this.status
    this.status = after[step]
    if (step === 'notify') this.kinds.push('ready')
    if (step === 'no-show') this.kinds.push('no_show')
    if (step === 'seat') this.wasSeated = true
  }

  #undo(): void {
    const left = this.status
    if (left === 'notified') this.#before = 'waiting'
    this.status = this.#before
    if (this.status === 'waiting') this.kinds.push('requeued')
    else if (left !== 'seated') this.kinds.push('ready')
  }
}

const AGREEING: Readonly<Record<Status, readonly string[]>> = {
  waiting: ['added', 'requeued'],
  notified: ['ready'],
  seated: ['added', 'ready', 'requeued', 'no_show'],
  no_show: ['no_show'],
  removed: ['added', 'ready', 'requeued', 'no_show'],
}

let guests = 0

async function messagesTo(guest: string): Promise<Notification[]> {
  const { body } = await usher.api('GET', `/v1/notifications?guest_id=${guest}&limit=100`)
  return body.data.toReversed()
}

/** Does the steps without waiting, and gives the messages once each is sent or given up. */
async function play(steps: readonly Step[]) {
  guests += 1
  const body = { name: 'Ada', phone: `+1415555${String(2000 + guests)}` }
  const guest = (await usher.api('POST', `/v1/queues/${queue}/guests`, { body })).body.id
  const model = new Model()
  for (const step of steps) {
    const path = `/v1/guests/${guest}`
    const { status } =
      step === 'remove' ? await usher.api('DELETE', path) : await usher.api('POST', `${path}/${step}`)
    const isAccepted = status < 300 && !(step === 'remove' && model.status === 'removed')
    if (isAccepted) model.accept(step)
  }
  const messages = await until('the messages', async () => {
    const all = await messagesTo(guest)
    return all.length >= model.kinds.length && all.every(({ status }) => status !== 'queued') && all
  })
  const status = (await usher.api('GET', `/v1/guests/${guest}`)).body.status
  return { model, status, messages }
}

describe('staff actions on a guest in any order', () => {
  test("send one message for each occasion, and the last one agrees with the guest's status", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 7 }), async (steps) => {
        const { model, status, messages } = await play(steps)
        expect(status).toBe(model.status)
        expect(messages.map(({ kind }) => kind).sort()).toEqual(model.kinds.sort())
        const [sent, givenUp] = [
          messages.filter((message) => message.status !== 'failed'),
          messages.filter((message) => message.status === 'failed'),
        ]
        expect(givenUp.map(({ error }) => error?.code).filter((code) => code !== 'no_longer_of_use')).toEqual(
          [],
        )
        const last = sent.toSorted((a, b) => Date.parse(a.sent_at ?? '') - Date.parse(b.sent_at ?? '')).at(-1)
        if (last && !model.wasSeated) expect(AGREEING[model.status]).toContain(last.kind)
      }),
      {
        numRuns: scaled(15),
        examples: [
          [['notify', 'seat', 'undo']],
          [['notify', 'no-show', 'undo']],
          [['seat', 'undo', 'notify']],
          [['no-show', 'undo', 'notify', 'no-show']],
        ],
      },
    )
  })
})
