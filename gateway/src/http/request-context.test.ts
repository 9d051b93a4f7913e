import { requestIdOf, traceparentOf } from './request-context.ts'

describe('the request id', () => {
  test.each(['a', 'req_01h', 'A.b-c_9', 'x'.repeat(100)])("keeps the client's request id %j", (id) => {
    expect(requestIdOf(id)).toBe(id)
  })

  test.each([undefined, '', 'a b', 'a\n', 'é', '<script>', 'x'.repeat(101), ['a', 'b']])(
    'replaces the request id %j with a new one',
    (given) => {
      expect(requestIdOf(given)).toMatch(/^req_[0-9a-f-]{36}$/)
    },
  )
})

describe('the trace', () => {
  const VALID = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'

  test('keeps a valid traceparent', () => {
    expect(traceparentOf(VALID)).toBe(VALID)
  })

  test.each([
    undefined,
    '',
    VALID.toUpperCase(),
    `01${VALID.slice(2)}`,
    `${VALID}-00`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
  ])('starts a new trace for the traceparent %j', (given) => {
    const traceparent = traceparentOf(given)
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(traceparent).not.toBe(given)
    expect(traceparentOf(traceparent)).toBe(traceparent)
  })
})
