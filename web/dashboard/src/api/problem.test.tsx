import { UsherError } from '@usher/sdk/client'
import { ConnectionError, messageOf } from './problem.ts'

const answered = (status: number, code: UsherError['code'], detail: string, requestId?: string) =>
  new UsherError(new Response(null, { status }), {
    detail,
    ...(code && { code }),
    ...(requestId && { request_id: requestId }),
  })

const DETAIL = 'There is no such guest.'

describe('the text shown for an error', () => {
  test.each([
    ['the answer has a known code', answered(409, 'queue_full', DETAIL), /^The queue is full\./],
    ['the answer has another code', answered(404, 'not_found', DETAIL), /^There is no such guest\.$/],
    [
      'the server failed',
      answered(500, 'internal_error', DETAIL, 'req_1'),
      /shortly\. \(Reference: req_1\)$/,
    ],
    ['the server failed without a reference', answered(502, undefined, DETAIL), /shortly\.$/],
    ['nothing was answered', new ConnectionError('lost'), /^Usher cannot be reached\./],
    ['the page is at fault', new TypeError('x is undefined'), /^Something went wrong on this page\./],
  ])('explains the error when %s', (_, error, text) => {
    expect(messageOf(error)).toMatch(text)
  })

  test('says in German that the server answered in English when the error has no German text', () => {
    expect(messageOf(answered(404, 'not_found', DETAIL), 'de')).toBe(
      'The server answered in English: There is no such guest.',
    )
    expect(messageOf(answered(409, 'queue_full', DETAIL), 'de')).toMatch(/^The queue is full\./)
  })
})
