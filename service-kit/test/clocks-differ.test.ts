import {
  CALLER_TOKEN_SECONDS,
  createCallerVerifier,
  createGatewayVerifier,
  GATEWAY_TOKEN_SECONDS,
  signGateway,
} from '@usher/service-kit'
import { createCallers, setDate } from '@usher/test-kit'

const OFF_MS = 600_000

const ours = createCallers()
const others = createCallers()
const verifyCaller = createCallerVerifier(ours.publicKey)
const verifyGateway = createGatewayVerifier(ours.publicKey)

beforeEach(() => {
  // A whole second: tokens tell no parts of one.
  setDate(Math.floor(Date.now() / 1_000) * 1_000)
})
afterEach(() => {
  jest.useRealTimers()
})

const KINDS = [
  ['caller', CALLER_TOKEN_SECONDS, () => ours.sign(ours.caller()), verifyCaller],
  ['gateway', GATEWAY_TOKEN_SECONDS, () => signGateway(ours.privateKey), verifyGateway],
] as const

describe('given a service whose clock is ten minutes ahead of the gateway', () => {
  test.each(KINDS)(
    "when it is shown the gateway's %s token, then clients are to come again, and the log says why",
    (_kind, seconds, sign, verify) => {
      const token = sign()
      jest.setSystemTime(Date.now() + OFF_MS)
      const expiredFor = OFF_MS / 1000 - seconds
      expect(() => verify(token)).toThrow(
        expect.objectContaining({
          code: 'service_unavailable',
          options: expect.objectContaining({
            reason: expect.stringContaining(`expired ${expiredFor} s ago`),
          }),
        }),
      )
    },
  )

  test('when it is shown an expired token of somebody else, then it is refused as no caller', () => {
    const token = others.sign(others.caller())
    jest.setSystemTime(Date.now() + OFF_MS)
    expect(() => verifyCaller(token)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })
})

describe('given a service whose clock is ten minutes behind the gateway', () => {
  test.each(KINDS)(
    "when it is shown the gateway's %s token, then it is taken",
    (_kind, _seconds, sign, verify) => {
      jest.setSystemTime(Date.now() + OFF_MS)
      const token = sign()
      jest.setSystemTime(Date.now() - OFF_MS)
      expect(() => verify(token)).not.toThrow()
    },
  )
})
