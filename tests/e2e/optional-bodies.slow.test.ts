import { mayLackBody, OPERATIONS, openApiDocument } from '@usher/contracts'
import { caseOf } from './audit/cases.ts'
import { type Owner, send, unique } from './isolation/owner.ts'
import { type SharedOwner, useSharedOwner } from './shared-owner.ts'
import type { Usher } from './stack.ts'

let shared: SharedOwner
let usher: Usher
let owner: Owner
beforeAll(async () => {
  shared = await useSharedOwner()
  ;({ usher, owner } = shared)
  // Only the first change of the page needs anything: its slug.
  await owner.ask('PATCH', '/api/booking-page', { slug: `page-${unique()}` })
})
afterAll(async () => {
  await shared?.[Symbol.asyncDispose]()
})

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('http://localhost:8080')
const bodyOf = (path: string, method: string) => document.paths[path][method].requestBody

/** Operations that take a body which may be absent. */
const optional = OPERATIONS.filter(
  ({ path, method, callback }) => !callback && bodyOf(path, method)?.required === false,
)

const JSON_MEDIA = { 'content-type': 'application/json' }

/** What stands for no body on the wire; clients in Go send `null`. */
const ABSENT = [
  ['no body and no media type', {}],
  ['no body but a media type', { headers: JSON_MEDIA }],
  ['null', { headers: JSON_MEDIA, body: 'null' }],
] as const

describe('operations whose body has no required field', () => {
  test('are documented with an optional body', () => {
    const lacking = OPERATIONS.filter((one) => mayLackBody(one) && bodyOf(one.path, one.method)?.required)
    expect(lacking.map(({ id }) => id)).toEqual([])
    expect(optional.map(({ id }) => id)).toContain('startCalendarSync')
  })

  const cases = optional.flatMap((operation) => ABSENT.map(([what, absent]) => ({ operation, what, absent })))
  test.each(cases.map((one) => [one.operation.id, one.what, one] as const))(
    '%s succeeds with %s',
    async (id, _, { operation, absent }) => {
      const given = await caseOf(usher, operation)?.accepted(owner)
      if (!given) throw new Error(`add a case for ${id} to tests/e2e/audit/cases.ts`)
      const { call = owner.call, body: _body, headers, ...request } = given
      const sent = {
        ...request,
        ...absent,
        headers: { ...headers, ...('headers' in absent && absent.headers) },
      }
      const answer = await send(call, operation, sent)
      expect([answer.status, answer.body]).toEqual([operation.status, answer.body])
    },
  )
})
