import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { AnswerTooLongError, msSince, ReceiverError, statusWords } from '@usher/service-kit'
import type { Dispatcher } from 'undici'

/** Bytes of a response body kept in the delivery log. */
const MAX_KEPT_BYTES = 4 * 1024

export interface WebhookAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The first 4 kB, as text. */
  readonly body: string
}

export interface AnswerReader extends Dispatcher.DispatchHandler {
  /** Gives up; reports the error with what has arrived so far. */
  stop(error: Error): void
}

interface Listeners {
  /** Called when the request starts on a connection. */
  onStart(): void
  /** Called once, with the response, or with an error and the part of the response received before it. */
  onEnd(answer: WebhookAnswer | null, error: Error | null, firstByteMs: number | null): void
}

/**
 * Reads the response to a webhook. Only a complete response acknowledges: a receiver that breaks off or never
 * finishes may not have done the work.
 */
export function readAnswer({ onStart, onEnd }: Listeners): AnswerReader {
  const beganAt = performance.now()
  let firstByteMs: number | null = null
  let controller: Dispatcher.DispatchController | undefined
  let head: Pick<WebhookAnswer, 'status' | 'headers'> | undefined
  const kept: Buffer[] = []
  let readBytes = 0
  let ended = false
  const end = (error: Error | null, body: Buffer = Buffer.concat(kept)) => {
    if (ended) return
    ended = true
    const text = body.subarray(0, MAX_KEPT_BYTES).toString('utf8')
    onEnd(head ? { ...head, body: text } : null, error, firstByteMs)
  }
  /** A broken body matters only if the status is a success. */
  const endBody = (error: Error) => end(head && statusWords(head.status) ? null : error)
  const cut = (reason: Error) => controller?.abort(reason)
  return {
    onRequestStart(started) {
      controller = started
      onStart()
      // Stopped while waiting for a connection.
      if (ended) cut(new Error('stopped'))
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200) return
      firstByteMs = msSince(beganAt)
      head = { status, headers: joinValues(headers) }
    },
    onResponseData(_controller, chunk) {
      const maxKept = head && isCompressed(head.headers) ? MAX_READ_BYTES : MAX_KEPT_BYTES
      if (readBytes < maxKept) kept.push(chunk.subarray(0, maxKept - readBytes))
      readBytes += chunk.length
      if (readBytes <= MAX_READ_BYTES) return
      endBody(TOO_LONG)
      cut(TOO_LONG)
    },
    onResponseEnd() {
      const body = Buffer.concat(kept)
      try {
        end(null, head ? decompressed(head.headers, body) : body)
      } catch (error) {
        endBody(error as Error)
      }
    },
    onResponseError: (_controller, error) =>
      error instanceof AnswerTooLongError ? endBody(error) : end(error),
    stop(error) {
      end(error)
      cut(error)
    },
  }
}

const joinValues = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/**
 * Maximum bytes read of a response body, both compressed and decompressed; beyond it the connection is cut.
 */
const MAX_READ_BYTES = 64 * 1024

const TOO_LONG = new ReceiverError('The answer is longer than 64 kB')

type Headers = Readonly<Record<string, string>>

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

const decoderOf = (headers: Headers) => DECODERS[headers['content-encoding']?.trim().toLowerCase() ?? '']

/** Whether the body is compressed, and so useless in part. */
const isCompressed = (headers: Headers): boolean => decoderOf(headers) !== undefined

/**
 * Decompresses a complete body, although no compression was requested. The output is limited, so that a small
 * response cannot fill the memory.
 *
 * @throws ReceiverError where it is not what its header says, or too long
 */
function decompressed(headers: Headers, body: Buffer): Buffer {
  const decode = decoderOf(headers)
  if (!decode || body.length === 0) return body
  try {
    return decode(body, { maxOutputLength: MAX_READ_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw TOO_LONG
    throw new ReceiverError('The answer cannot be decompressed')
  }
}
