import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { ReceiverError } from '@usher/service-kit'

/**
 * Maximum bytes read of a response body, both compressed and decompressed; beyond it the connection is cut.
 */
export const MAX_READ_BYTES = 64 * 1024

export const TOO_LONG = new ReceiverError('The answer is longer than 64 kB')

type Headers = Readonly<Record<string, string>>

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

const decoderOf = (headers: Headers) => DECODERS[headers['content-encoding']?.trim().toLowerCase() ?? '']

/** Whether the body is compressed, and so useless in part. */
export const isCompressed = (headers: Headers): boolean => decoderOf(headers) !== undefined

/**
 * Decompresses a complete body, although no compression was requested. The output is limited, so that a small
 * response cannot fill the memory.
 *
 * @throws ReceiverError where it is not what its header says, or too long
 */
export function decompressed(headers: Headers, body: Buffer): Buffer {
  const decode = decoderOf(headers)
  if (!decode || body.length === 0) return body
  try {
    return decode(body, { maxOutputLength: MAX_READ_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw TOO_LONG
    throw new ReceiverError('The answer cannot be decompressed')
  }
}
