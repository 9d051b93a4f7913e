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

describe('a reply that the provider has acted on', () => {
  test('"cancel" that the provider took as a stop opts out and takes the only guest out of the queue', () => {
    expect(decide('cancel', { taken: 'stop' })).toMatchObject({
      ...{ intent: 'stop', opt: 'out', command: 'cancel', answer: null },
    })
    expect(decide('cancel', { taken: 'stop', inLine: [ADA, BOB] }).command).toBeNull()
  })

  test.each([
    ['stop', 'out'],
    ['start', 'in'],
    ['help', null],
  ] as const)('gets no further answer when the provider took it as %s', (taken, opt) => {
    expect(decide('late 10', { taken })).toMatchObject({ intent: taken, opt, command: null, answer: null })
  })
})

describe('a stop keyword', () => {
  test('opts out despite an open question and several guests of the number', () => {
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

describe('the reply "cancel"', () => {
  test("cancels the guest's place while the guest is in line, although it is also a stop keyword", () => {
    expect(decide('cancel')).toMatchObject({ intent: 'cancel', command: 'cancel', opt: null })
  })

  test('opts out without a guest in line where "cancel" counts as a stop keyword', () => {
    const nobody = { inLine: [], last: null }
    expect(decide('cancel', nobody)).toMatchObject({ intent: 'stop', opt: 'out' })
    expect(decide('cancel', { ...nobody, cancelStops: false }).opt).toBeNull()
    expect(decide('annuler', nobody).opt).toBeNull()
  })
})

describe('an open question which guest is meant', () => {
  const question = { intent: 'late', minutes: 5, guest_ids: ['ada', 'bob'] } as const

  test('the number of a guest applies the asked command to that guest', () => {
    expect(decide('2', { inLine: [ADA, BOB], question })).toMatchObject({
      ...{ guest: BOB, intent: 'late', minutes: 5, command: 'late', settles: true },
    })
  })

  test('the number of a guest who has left is answered "gone" and changes no other guest', () => {
    expect(decide('2', { inLine: [ADA], question })).toMatchObject({ command: null, answer: 'gone' })
  })

  test.each(['0', '3', '99999999999999999999', 'hm'])('the reply %p is left to the staff', (text) => {
    expect(decide(text, { inLine: [ADA, BOB], question })).toMatchObject({ command: null, answer: null })
  })
})
