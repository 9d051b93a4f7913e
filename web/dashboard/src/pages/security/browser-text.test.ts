import { browserText } from './page.tsx'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1'

describe('the name of a browser', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    ['node', 'node'],
    [null, 'Unknown browser'],
  ])('for the user agent %j is "%s"', (userAgent, text) => {
    expect(browserText(userAgent)).toBe(text)
  })
})
