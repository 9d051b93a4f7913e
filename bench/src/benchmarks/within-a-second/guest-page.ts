import { type Guarantee, newAddress } from './trial.ts'

/** Reads on in a stream until it shows a position; returns when it did, in ms of `performance.now()`. */
function readerOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async untilPosition(position: number): Promise<number> {
      while (!text.includes(`"position":${position},`)) {
        const { done, value } = await reader.read()
        if (done) throw new Error('the stream of the guest has ended')
        text += value
      }
      return performance.now()
    },
    leave: () => reader.cancel(),
  }
}

/** A guest's page shows that the guest ahead was seated. */
export const guestMovesUp: Guarantee = {
  what: "a guest's live page moves up",
  async prepare({ usher, gateways, signal }) {
    const { id: queueId } = await usher.call('POST', '/v1/queues', { name: 'Terrace' })
    const add = (name: string) => usher.call('POST', `/v1/queues/${queueId}/guests`, { name })
    const ahead = await add('Ada')
    const { status_url } = await add('Bob')
    const path = `/public/guests/${new URL(status_url).pathname.split('/').at(-1)}/events`
    const follow = async (gateway: string) => {
      const answer = await fetch(gateway + path, { headers: newAddress(), signal })
      if (!answer.ok || !answer.body) throw new Error(`the stream was answered ${answer.status}`)
      const reader = readerOf(answer.body)
      await reader.untilPosition(2)
      return reader
    }
    const readers = await Promise.all(gateways.map(follow))
    return {
      change: () => usher.call('POST', `/v1/guests/${ahead.id}/seat`),
      shown: () =>
        readers.map(async (reader) => {
          const atMs = await reader.untilPosition(1)
          await reader.leave()
          return atMs
        }),
    }
  },
}
