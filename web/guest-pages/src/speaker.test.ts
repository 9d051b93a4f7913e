import type { Request } from 'express'
import { speakerFor, speakerOf } from './speaker.ts'

const request = (lang: unknown, ...accepted: string[]): Request =>
  ({ query: { lang }, acceptsLanguages: () => accepted }) as unknown as Request

describe('the texts for guests in a language', () => {
  test.each([
    [{ low: 0, high: 0 }, 'Any moment now'],
    [{ low: 10, high: 10 }, '10 min'],
    [{ low: 10, high: 20 }, '10 – 20 min'],
    [{ low: 70, high: 90 }, '70 – 90 min'],
    [{ low: 70, high: 95 }, '1 – 1.5 hr'],
    [{ low: 5, high: 200 }, '0.5 – 3.5 hr'],
  ])('give a wait of %o as "%s"', (range, said) => {
    expect(
      speakerOf('en')
        .wait(range)
        .replace(/\s*–\s*/, ' – '),
    ).toBe(said)
  })

  test.each([
    ['en', 1, '1 party ahead of you'],
    ['en', 1200, '1,200 parties ahead of you'],
    ['ar', 2, 'مجموعتان أمامك'],
    ['ar', 11, '11 مجموعة أمامك'],
    ['ja', 3, '前に3組お待ちです'],
    ['fr', 1_000_000, '1 000 000 groupes devant vous'],
  ] as const)('use the plural rules of %s for %d parties ahead', (locale, n, said) => {
    expect(speakerOf(locale).count('ahead', n).replaceAll(/\s/g, ' ')).toBe(said)
  })

  test('give times and dates in the time zone of the venue', () => {
    const at = '2026-07-01T22:30:00Z'
    expect(speakerOf('de').time(at, 'Europe/Berlin')).toMatch(/^0?0:30$/)
    expect(speakerOf('de').date(at, 'Europe/Berlin')).toBe('Donnerstag, 2. Juli')
  })

  test('take the language from the address, the guest or the browser, in that order', () => {
    expect(speakerFor(request('de', 'fr'), 'es').locale).toBe('de')
    expect(speakerFor(request(undefined, 'fr'), 'es').locale).toBe('es')
    expect(speakerFor(request('tlh', 'fr'), null).locale).toBe('fr')
    expect(speakerFor(request(['de'])).locale).toBe('en')
  })

  test.each([
    [['zh-CN', 'en'], 'zh'],
    [['zh-Hans-HK', 'en'], 'zh'],
    [['zh-TW', 'ja'], 'ja'],
    [['zh-HK'], 'en'],
    [['zh-Hant', 'zh-CN'], 'zh'],
    [['*'], 'en'],
    [['de-CH-1996', 'en'], 'de'],
  ])('a browser that prefers %j gets %s', (accepted, locale) => {
    expect(speakerFor(request(undefined, ...accepted)).locale).toBe(locale)
  })
})
