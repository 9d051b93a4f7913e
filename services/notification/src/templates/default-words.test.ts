import { describe, expect, test } from '@jest/globals'
import { localeSchema } from '@usher/contracts'
import { faultsIn } from './check-template.ts'
import { contentFrom } from './content.ts'
import { defaultTemplates } from './default-templates.ts'
import { smsOf } from './segments.ts'
import { VARIABLES } from './variables.ts'

const defaults = defaultTemplates('org_test')

const KNOWN = {
  ...{ guest_name: 'Ada Lovelace', queue_name: 'Bistro', position: 3 },
  status_url: 'https://usher.example/w/Zk3vQ0mJc8sLx2nB',
}
const LITTLE = { guest_name: 'Ada', queue_name: null, position: null, status_url: null }

/** Languages that GSM-7 has the letters of, as far as these messages go. */
const LATIN = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl']

describe('the default templates', () => {
  test('given every language, then each occasion has its words, with identifiers that stay', () => {
    const expected = localeSchema.options.flatMap((locale) => [`added ${locale}`, `ready ${locale}`])
    expect(defaults.map(({ kind, locale }) => `${kind} ${locale}`).sort()).toEqual(expected.sort())
    expect(new Set(defaults.map(({ id }) => id)).size).toBe(20)
    expect(defaultTemplates('org_test')).toEqual(defaults)
    expect(defaultTemplates('org_other')[0]?.id).not.toBe(defaults[0]?.id)
  })

  test.each(defaults)(
    'given $kind in $locale, then it is whole with all and with little that is known',
    (template) => {
      const { subject, text, locale } = template
      expect([...faultsIn('/subject', subject, VARIABLES), ...faultsIn('/text', text, VARIABLES)]).toEqual([])
      for (const values of [KNOWN, LITTLE]) {
        const filled = contentFrom(template, values)
        if ('reason' in filled) throw new Error(filled.reason)
        const { content } = filled
        expect(content.text).toContain(values.guest_name)
        for (const said of [content.text, content.subject]) {
          expect(said).not.toMatch(/null|undefined|\(\)|\s\s|\s[.,]|[{}%]/u)
        }
        expect(smsOf(content.text).segments).toBeLessThanOrEqual(2)
        if (LATIN.includes(locale)) expect(smsOf(content.text).ucs2_characters).toEqual([])
      }
    },
  )

  test('given Arabic, then the first letter is of it, so that phones lay the text out from right to left', () => {
    for (const { subject, text } of defaults.filter(({ locale }) => locale === 'ar')) {
      for (const words of [subject, text]) expect(words).toMatch(/^\p{Script=Arabic}/u)
    }
  })
})
