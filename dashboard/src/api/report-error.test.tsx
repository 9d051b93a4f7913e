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

describe('given an error of the dashboard', () => {
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
  ])('when its message is %s, then what may be personal is left out', (message, expected) => {
    expect(pageErrorOf(errorOf(message), '/').message).toBe(expected)
  })

  test('when it has a stack, then places in files are kept, and neither names nor hosts', () => {
    const stack =
      'TypeError: Ada\n    at greet (https://bistro.test/assets/index-1a.js:1:23)\n    at <anonymous>'
    expect(pageErrorOf(errorOf('x', stack), '/').stack).toEqual(['/assets/index-1a.js:1:23'])
  })

  test('when the page has an id, then the path has none', () => {
    expect(pageErrorOf(errorOf('x'), '/queues/q_01h455vb4pex5vsknk084sn02q/settings').path).toBe(
      '/queues/:id/settings',
    )
  })

  test('when it repeats, then it is reported once; an answer of the API is not, nor is anything before signing in', () => {
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

  test('when nothing catches it, then it is reported', async () => {
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

  test('when a page throws, then the rest stays, and it is reported', async () => {
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
