import { CALLER_TOKEN_SECONDS, createCallerVerifier, signCaller } from '@usher/service-kit'
import { createCallers, setDate } from '@usher/test-kit'

const OFF_MS = 600_000

const ours = createCallers()
const others = createCallers()
const verifyCaller = createCallerVerifier(ours.publicKey)

beforeEach(() => {
  // A whole second: tokens tell no parts of one.
  setDate(Math.floor(Date.now() / 1_000) * 1_000)
})
afterEach(() => {
  jest.useRealTimers()
})

const KINDS = [
  ["a caller's", () => ours.sign(ours.caller())],
  ["an anonymous visitor's", () => signCaller(null, ours.privateKey)],
] as const

describe('a service whose clock is ten minutes ahead of the gateway', () => {
  test.each(KINDS)(
    'answers service_unavailable to an expired token for %s request and gives its age as the reason',
    (_kind, sign) => {
      const token = sign()
      jest.setSystemTime(Date.now() + OFF_MS)
      const expiredFor = OFF_MS / 1000 - CALLER_TOKEN_SECONDS
      expect(() => verifyCaller(token)).toThrow(
        expect.objectContaining({
          code: 'service_unavailable',
          options: expect.objectContaining({
            reason: expect.stringContaining(`expired ${expiredFor} s ago`),
          }),
        }),
      )
    },
  )

  test('answers unauthorized to an expired token that another key signed', () => {
    const token = others.sign(others.caller())
    jest.setSystemTime(Date.now() + OFF_MS)
    expect(() => verifyCaller(token)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })
})

describe('a service whose clock is ten minutes behind the gateway', () => {
  test.each(KINDS)("accepts the gateway's token for %s request", (_kind, sign) => {
    jest.setSystemTime(Date.now() + OFF_MS)
    const token = sign()
    jest.setSystemTime(Date.now() - OFF_MS)
    expect(() => verifyCaller(token)).not.toThrow()
  })
})
