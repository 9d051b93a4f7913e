import { type ClientRequest, request } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** A client that follows a queue whose guests are named by number. */
export class Follower {
  /** When an event about each guest arrived, by number, in ms of `performance.now()`. */
  readonly heardAtMs = new Map<number, number>()
  doubled = 0
  snapshots = 0
  readonly #path: string
  readonly #headers: Headers
  #lastEventId = ''
  #request: ClientRequest | undefined

  constructor(path: string, headers: Headers) {
    this.#path = path
    this.#headers = headers
  }

  /** Connects through a gateway, from the last event received; resolves when the stream has begun. */
  open(url: string): Promise<void> {
    const headers = { ...this.#headers, ...(this.#lastEventId && { 'last-event-id': this.#lastEventId }) }
    return new Promise((resolve, reject) => {
      this.#request = request(url + this.#path, { headers, agent: false }, (res) => {
        if (res.statusCode !== 200) reject(new Error(`the stream was answered ${res.statusCode}`))
        let rest = ''
        res.setEncoding('utf8').on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) this.#hear(block)
          resolve()
        })
        res.on('error', () => {})
      })
      this.#request.on('error', reject).end()
    })
  }

  leave(): void {
    this.#request?.destroy()
  }

  #hear(block: string): void {
    const [, id] = /^id: (.+)$/m.exec(block) ?? []
    if (id) this.#lastEventId = id
    if (block.startsWith('event: snapshot')) this.snapshots += 1
    const [, name] = /"name":"(\d+)"/.exec(block) ?? []
    if (!block.startsWith('event: guest.added') || name === undefined) return
    if (this.heardAtMs.has(Number(name))) this.doubled += 1
    else this.heardAtMs.set(Number(name), performance.now())
  }
}
