import { requestIdOf, traceparentOf } from './request-context.ts'

describe('the request id', () => {
  test.each(['a', 'req_01h', 'A.b-c_9', 'x'.repeat(100)])('given %j, then it is taken', (id) => {
    expect(requestIdOf(id)).toBe(id)
  })

  test.each([undefined, '', 'a b', 'a\n', 'é', '<script>', 'x'.repeat(101), ['a', 'b']])(
    'given %j, then a new one is made',
    (given) => {
      expect(requestIdOf(given)).toMatch(/^req_[0-9a-f-]{36}$/)
    },
  )
})

describe('the trace', () => {
  const VALID = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'

  test('given a valid traceparent, then it is carried on', () => {
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
  ])('given %j, then a new trace is begun', (given) => {
    const traceparent = traceparentOf(given)
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(traceparent).not.toBe(given)
    expect(traceparentOf(traceparent)).toBe(traceparent)
  })
})
