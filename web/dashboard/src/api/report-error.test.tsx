import { screen, waitFor } from '@testing-library/react'
import { UsherError } from '@usher/sdk/client'
import { renderWith } from '../testing/render.tsx'
import { stubApi } from '../testing/stub-api.ts'
import { Part } from '../ui/part.tsx'
import { setCsrfToken } from './client.ts'
import { pageErrorOf, reportError, reportUncaught } from './report-error.ts'

const errorOf = (message: string, stack?: string): Error =>
  Object.assign(new TypeError(message), stack !== undefined && { stack })

beforeEach(() => setCsrfToken('token'))
afterEach(() => setCsrfToken(undefined))

describe('the report of a dashboard error', () => {
  test.each([
    [`Unexpected token 'A', "Ada Lovela"... is not valid JSON`, 'TypeError: Unexpected token …'],
    ['No guest ada@example.com', 'TypeError: No guest …'],
    ['No guest gst_01h455vb4pex5vsknk084sn02q', 'TypeError: No guest …'],
    ['Call +1 415 555 2671', 'TypeError: Call …'],
    ['See https://usher.test/p/secret', 'TypeError: See …'],
    [
      "Cannot read properties of undefined (reading 'name')",
      "TypeError: Cannot read properties of undefined (reading 'name')",
    ],
    ['One\nAda', 'TypeError: One'],
    [`Bad text "Anna O'Neill, table" here`, 'TypeError: Bad text …'],
    [`can't access property "name", "Anna Smith" is null`, "TypeError: can't access property …"],
  ])('leaves personal data out of the message %s', (message, expected) => {
    expect(pageErrorOf(errorOf(message), '/').message).toBe(expected)
  })

  test('keeps the file positions of the stack, without names or hosts', () => {
    const stack =
      'TypeError: Ada\n    at greet (https://bistro.test/assets/index-1a.js:1:23)\n    at <anonymous>'
    expect(pageErrorOf(errorOf('x', stack), '/').stack).toEqual(['/assets/index-1a.js:1:23'])
  })

  test('replaces the id in the path of the page', () => {
    expect(pageErrorOf(errorOf('x'), '/queues/q_01h455vb4pex5vsknk084sn02q/settings').path).toBe(
      '/queues/:id/settings',
    )
  })

  test('sends a repeated error once, and neither API errors nor anything before sign-in', () => {
    const { sent } = stubApi({ reportPageError: null })
    const error = errorOf('It repeats')
    reportError(error)
    reportError(error)
    expect(sent('reportPageError')).toHaveLength(0)
    setCsrfToken(undefined)
    reportError(errorOf('Before signing in'))
    reportError(Object.create(UsherError.prototype))
    return waitFor(() => expect(sent('reportPageError')).toHaveLength(1))
  })

  test('is sent for an unhandled promise rejection', async () => {
    const { sent } = stubApi({ reportPageError: null })
    reportUncaught()
    const rejected = Object.assign(new Event('unhandledrejection'), { reason: errorOf('Nobody waited') })
    window.dispatchEvent(rejected)
    await waitFor(() =>
      expect(sent('reportPageError').map(({ body }) => body)).toMatchObject([
        { message: 'TypeError: Nobody waited' },
      ]),
    )
  })

  test('is sent when a component throws while rendering, and an alert takes its place', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    const { sent } = renderWith(
      { reportPageError: null },
      <Part>
        <Broken />
      </Part>,
    )
    expect(screen.getByRole('alert')).toBeTruthy()
    await waitFor(() =>
      expect(sent('reportPageError').map(({ body }) => body)).toMatchObject([
        { message: 'TypeError: Broken page' },
      ]),
    )
  })
})

function Broken(): never {
  throw errorOf('Broken page')
}
