import { type Client, readAll } from '@usher/test-kit'

export interface Load {
  /** Ids of guests that were accepted with 201. */
  readonly accepted: string[]
  /** Responses other than 201, and requests without a response. */
  readonly refused: string[]
  /** Stops adding and waits for requests in flight. */
  stop(): Promise<void>
}

const PAUSE_MS = 40

/** Clients that add guests to a queue one after another until stopped. */
export function startAdding(api: Client, queue: string, clients = 6): Load {
  const accepted: string[] = []
  const refused: string[] = []
  let isStopped = false
  const addOne = async () => {
    try {
      const { status, body } = await api('POST', `/v1/queues/${queue}/guests`, {
        body: { name: 'Under load' },
      })
      if (status === 201) accepted.push(body.id)
      else refused.push(String(status))
    } catch (error) {
      refused.push((error as Error).message)
    }
  }
  const working = Array.from({ length: clients }, async () => {
    while (!isStopped) {
      await addOne()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  return {
    accepted,
    refused,
    async stop() {
      isStopped = true
      await Promise.all(working)
    },
  }
}

interface Listed {
  readonly id: string
  readonly position: number
}

/** Every guest in the line. */
export const allGuests = (api: Client, queue: string): Promise<Listed[]> =>
  readAll(api, `/v1/queues/${queue}/guests?limit=100`)
