import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'usk_'
const TEST_PREFIX = 'usk_test_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^30 is a little more than 2^178. */
const RANDOM_LENGTH = 30
/** 62^6 is more than 2^32, so six digits hold every checksum. */
const CHECKSUM_LENGTH = 6

const SHAPE = new RegExp(`^(?:${PREFIX}|${TEST_PREFIX})[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/**
 * A new API key: `usk_`, 178 random bits and the CRC-32 of both, in base 62.
 *
 * The form is that of GitHub's tokens ("Behind GitHub's new authentication token formats", GitHub
 * engineering blog, 2021): the prefix lets secret scanners find a leaked key, the checksum tells a
 * mistyped one without asking a database. CRC-32 notices every change within 32 successive bits, so every
 * wrong character and every swapped pair of neighbours.
 */
export const generateApiKey = (): string => generate(PREFIX)

/** A new API key for test data: `usk_test_`, and the same. */
export const generateTestApiKey = (): string => generate(TEST_PREFIX)

function generate(prefix: string): string {
  const digits = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)])
  const body = prefix + digits.join('')
  return body + checksum(body)
}

/** Whether a text can be an API key at all: prefix, length, digits and checksum. */
export const isWellFormedApiKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)

/**
 * What is stored of a key: its SHA-256 in hex. A fast hash is enough, as 178 random bits cannot be guessed.
 */
export const hashApiKey = (key: string): string => hash('sha256', key)

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
