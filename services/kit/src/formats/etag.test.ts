import { entityTag, requireMatch } from './etag.ts'

const isRefused = (ifMatch: string): boolean => {
  try {
    requireMatch(ifMatch, 3)
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'precondition_failed' })
    return true
  }
}

describe('a resource in version 3', () => {
  test.each([
    [entityTag(3, 12)],
    [entityTag(3, 0, 7)],
    [entityTag(3)],
    ['*'],
    [' * '],
    ['"2.0", "3.4"'],
    ['W/"3.1", "3.1"'],
    ['"a,b","3.0"'],
  ])('accepts a write with If-Match: %s', (ifMatch) => {
    expect(isRefused(ifMatch)).toBe(false)
  })

  test.each([
    ['a weak tag', 'W/"3.12"'],
    ['weak tags', 'W/"3.12", W/"3.0"'],
    ['a weak tag in a small letter', 'w/"3.12"'],
    ['the tag without its quotes', '3.12'],
    ['another version', '"2.12"'],
    ['a longer version', '"33.12"'],
    ['a tag of somebody else', '"x3.12"'],
    ['nothing', ''],
    ['a star as a tag', '"*"'],
  ])('refuses a write with 412 when If-Match has %s (RFC 9110 §13.1.1)', (_, ifMatch) => {
    expect(isRefused(ifMatch)).toBe(true)
  })
})
