const HTML = '<!doctype html><title>Login</title>'
const DELETED = { kind: 'calendar#event', id: 'another', status: 'cancelled' }

/** What proxies, captive portals and servers at a wrong address answer: what, status, body. */
export const STRANGERS_ANSWERS: readonly [string, number, unknown][] = [
  ['404 in HTML', 404, HTML],
  ['404 of another server in JSON', 404, { message: 'no route and no API found with those values' }],
  ['404 with a word as OAuth has it', 404, { error: 'notFound' }],
  ['404 of nothing', 404, ''],
  [
    "404 in Google's form, of another status",
    404,
    { error: { code: 400, errors: [{ reason: 'notFound' }] } },
  ],
  ['410 in HTML', 410, HTML],
  ['410 of nothing', 410, ''],
  ['401 in HTML', 401, HTML],
  ['403 in HTML', 403, HTML],
  ['409 in HTML', 409, HTML],
  ['412 in HTML', 412, HTML],
  ['500 in HTML', 500, HTML],
  ['success in HTML', 200, HTML],
  ['success with nothing', 200, ''],
  ['success with an empty object', 200, {}],
  ['success with an empty list', 200, []],
  ['a deleted event of another id', 200, DELETED],
]

/** Google's own: what was asked for is not there. */
export const GOOGLES_NOT_FOUND = {
  error: {
    errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }],
    code: 404,
    message: 'Not Found',
  },
}
