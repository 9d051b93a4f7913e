import { failureWords, statusWords } from './failures.ts'

const coded = (code: string) => Object.assign(new Error('technical text'), { code })

describe('the failure text of an attempt without a complete answer', () => {
  test.each([
    ['ECONNREFUSED', 'The connection was refused'],
    ['EHOSTUNREACH', 'The host cannot be reached'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The TLS certificate is for another host name'],
    ['HPE_INVALID_CONSTANT', 'The answer is not valid HTTP'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'The TLS handshake failed'],
    ['ESOMETHING', 'The request failed (ESOMETHING)'],
  ])('for %s is %j', (code, words) => {
    expect(failureWords(coded(code))).toBe(words)
  })
})

describe('the failure text of an answer', () => {
  test.each([
    [200, null],
    [204, null],
    [302, 'The answer was 302: redirects are not followed'],
    [410, 'The answer was 410: the receiver is gone'],
    [404, 'The answer was 404'],
  ])('with the status %d is %j', (status, words) => {
    expect(statusWords(status)).toBe(words)
  })
})
