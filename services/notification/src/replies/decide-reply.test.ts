import type { GuestRecord } from '../guests/guest-store.ts'
import { decideReply, type ReplyContext } from './decide-reply.ts'
import { understand } from './understand.ts'

const guest = (_id: string): GuestRecord => ({
  _id,
  organization_id: 'org',
  queue_id: 'q',
  name: _id,
  email: null,
  phone: '+14155552671',
  locale: null,
  status: 'waiting',
  position: 1,
  status_url: null,
  party_size: 2,
  estimated_wait: 10,
  has_arrived: false,
  sequence: 1,
  updated_at: new Date(0),
})

const ADA = guest('ada')
const BOB = guest('bob')

const decide = (text: string, given: Partial<ReplyContext> = {}) =>
  decideReply({
    meaning: understand(text),
    ...{ taken: undefined, inLine: [ADA], last: ADA, question: null, wasTold: false, cancelStops: true },
    ...given,
  })

describe('given a reply that the provider has acted on', () => {
  test('when it took "cancel" for a stop, then it is one, and a guest in the line leaves it, too', () => {
    expect(decide('cancel', { taken: 'stop' })).toMatchObject({
      ...{ intent: 'stop', opt: 'out', command: 'cancel', answer: null },
    })
    expect(decide('cancel', { taken: 'stop', inLine: [ADA, BOB] }).command).toBeNull()
  })

  test.each([
    ['stop', 'out'],
    ['start', 'in'],
    ['help', null],
  ] as const)('when it took it for %s, then we say nothing more', (taken, opt) => {
    expect(decide('late 10', { taken })).toMatchObject({ intent: taken, opt, command: null, answer: null })
  })
})

describe('given words to stop', () => {
  test('when there is a question, or several places, then they win', () => {
    const question = { intent: 'late', minutes: 5, guest_ids: ['ada', 'bob'] } as const
    const stopped = decide('stop', { inLine: [ADA, BOB], question })
    expect(stopped).toMatchObject({
      intent: 'stop',
      opt: 'out',
      command: null,
      answer: 'stopped',
      asks: null,
    })
  })
})

describe('given "cancel"', () => {
  test('when a guest is in the line, then it gives up the place, also where it is a word to stop', () => {
    expect(decide('cancel')).toMatchObject({ intent: 'cancel', command: 'cancel', opt: null })
  })

  test('when nobody is, then it is a stop where the law says so', () => {
    const nobody = { inLine: [], last: null }
    expect(decide('cancel', nobody)).toMatchObject({ intent: 'stop', opt: 'out' })
    expect(decide('cancel', { ...nobody, cancelStops: false }).opt).toBeNull()
    expect(decide('annuler', nobody).opt).toBeNull()
  })
})

describe('given a question', () => {
  const question = { intent: 'late', minutes: 5, guest_ids: ['ada', 'bob'] } as const

  test('when the number is of one, then that guest is meant, with what was asked for', () => {
    expect(decide('2', { inLine: [ADA, BOB], question })).toMatchObject({
      ...{ guest: BOB, intent: 'late', minutes: 5, command: 'late', settles: true },
    })
  })

  test('when that guest has left meanwhile, then it is said, and the other is left alone', () => {
    expect(decide('2', { inLine: [ADA], question })).toMatchObject({ command: null, answer: 'gone' })
  })

  test.each(['0', '3', '99999999999999999999', 'hm'])(
    'when it is answered %p, then it is for the staff',
    (text) => {
      expect(decide(text, { inLine: [ADA, BOB], question })).toMatchObject({ command: null, answer: null })
    },
  )
})
