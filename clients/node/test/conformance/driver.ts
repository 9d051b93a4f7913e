import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * What a driver is asked, as one line of JSON on its stdin. It does what its SDK does, and answers with one line on
 * stdout: `{ value }` or `{ error }`. The names of methods are those of the Node SDK; a driver spells them as its language does.
 */
export type Request =
  | {
      readonly do: 'connect'
      readonly base_url: string
      readonly api_key: string
      readonly max_retries: number
      readonly timeout_seconds: number
    }
  /** Calls a method; for a list, the first page. */
  | ({ readonly do: 'call' } & Call)
  /** Iterates over a list, to the end or until `take` items have come. */
  | ({ readonly do: 'list'; readonly take?: number } & Call)
  | Verification
  /** Begins to follow a stream, which `next` takes one event of; null: it has ended. */
  | {
      readonly do: 'follow'
      readonly method: string
      readonly ids: readonly string[]
      readonly query?: Readonly<Record<string, unknown>>
      readonly last_event_id?: string
    }
  | { readonly do: 'next' }
  | { readonly do: 'unfollow' }

export interface Call {
  readonly method: string
  readonly ids?: readonly string[]
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly idempotency_key?: string
}

export interface Verification {
  readonly do: 'verify'
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  /** The receiver's clock, in seconds since 1970. */
  readonly now: number
}

export interface Failure {
  /** api: the product refused. connection: there was no answer. timeout: there was none in time. webhook: a delivery is not to be trusted. usage: a wrong argument. */
  readonly kind: 'api' | 'connection' | 'timeout' | 'webhook' | 'usage'
  readonly status?: number
  readonly code?: string | null
  readonly request_id?: string | null
  readonly retry_after_seconds?: number | null
  readonly pointers?: readonly string[]
}

/** An SDK under test. */
export interface Driver extends AsyncDisposable {
  /** The value of the answer; throws a `Refusal` for an error. */
  // biome-ignore lint/suspicious/noExplicitAny: the values are what the API answers
  ask(request: Request): Promise<any>
  /** The error of the answer. */
  failure(request: Request): Promise<Failure>
}

type Answer = { readonly value: unknown } | { readonly error: Failure }

/** Starts the program of a driver. */
export function startDriver(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: object } = {},
): Driver {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const exchange = async (request: Request): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify(request)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error(`${command} ended before it answered ${request.do}`)
    return JSON.parse(value)
  }
  return {
    async ask(request) {
      const answer = await exchange(request)
      if ('error' in answer) throw new Error(`${request.do} failed: ${JSON.stringify(answer.error)}`)
      return answer.value
    },
    async failure(request) {
      const answer = await exchange(request)
      if ('error' in answer) return answer.error
      throw new Error(`${request.do} did not fail: ${JSON.stringify(answer.value)}`)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
