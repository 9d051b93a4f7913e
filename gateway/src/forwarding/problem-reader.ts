import { ERROR_CODES, type ErrorCode } from '@usher/contracts'

/** Far longer than any of our problems. */
const MAX_BYTES = 65_536

/** Collects the body of an error answer, for its error code. */
export class ProblemReader {
  readonly #isProblem: boolean
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(contentType: string | undefined) {
    this.#isProblem = contentType?.startsWith('application/problem+json') ?? false
  }

  /** The code, once the body is complete. */
  codeAfter(chunk: Buffer): ErrorCode | undefined {
    this.#bytes += chunk.length
    if (!this.#isProblem || this.#bytes > MAX_BYTES) return undefined
    this.#chunks.push(chunk)
    return codeOf(Buffer.concat(this.#chunks).toString())
  }
}

function codeOf(text: string): ErrorCode | undefined {
  try {
    const { code } = JSON.parse(text)
    return Object.hasOwn(ERROR_CODES, code) ? code : undefined
  } catch {
    return undefined
  }
}
