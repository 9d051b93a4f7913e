import { OPEN_ALREADY } from '@usher/service-kit'
import { impatient } from './impatient-sender.ts'
import type { Sender, SendResult } from './sender.ts'

const TIMINGS = { ...OPEN_ALREADY, first_byte_ms: null }
const NONE: SendResult = { durationMs: 0, timings: TIMINGS, answer: null, error: 'No connection' }
const ANSWERED: SendResult = {
  ...{ durationMs: 900, timings: TIMINGS, error: null },
  answer: { status: 200, headers: {}, body: '' },
}

/** A sender whose receivers answer, hang or refuse connections as the test says, and the limits that it was given. */
function givenSender() {
  const limits: [string, number | undefined][] = []
  const receivers = new Map<string, 'answers' | 'hangs' | 'refuses'>()
  const sender: Sender = {
    async send({ url }, limitMs) {
      limits.push([url, limitMs])
      if (receivers.get(url) === 'answers') return ANSWERED
      return receivers.get(url) === 'hangs' ? { ...NONE, durationMs: limitMs ?? 0 } : NONE
    },
    stop: async () => {},
  }
  const send = async (url: string) =>
    void (await impatientOne.send({ url, headers: {}, body: Buffer.from('{}') }))
  const impatientOne = impatient(sender, { outside: (wait) => wait() })
  return { send, receivers, limits }
}

test('waits 5 s once for a receiver that hangs, and 1 s from then on until it answers', async () => {
  const { send, receivers, limits } = givenSender()
  receivers.set('hung', 'hangs').set('well', 'answers').set('gone', 'refuses')
  for (const url of ['hung', 'hung', 'hung', 'well', 'well', 'gone', 'gone']) await send(url)
  receivers.set('hung', 'answers')
  for (const url of ['hung', 'hung']) await send(url)
  expect(limits).toEqual([
    ...[
      ['hung', 5_000],
      ['hung', 1_000],
      ['hung', 1_000],
    ],
    ...[
      ['well', 5_000],
      ['well', 5_000],
      ['gone', 5_000],
      ['gone', 5_000],
    ],
    ...[
      ['hung', 1_000],
      ['hung', 5_000],
    ],
  ])
})
