import { hasForeignLink, localeSchema, type Template, templateKindSchema } from '@usher/contracts'
import { faultsIn } from './check-template.ts'
import { contentFrom } from './content.ts'
import { defaultTemplates } from './default-templates.ts'
import { smsOf } from './segments.ts'
import { startsAt } from './starts-at.ts'
import { VARIABLES } from './variables.ts'

const defaults = defaultTemplates('org_test')

const SATURDAY_IN_AUGUST = new Date('2026-08-08T17:30:00Z')

const knownIn = (locale: Template['locale']) => ({
  ...{ guest_name: 'Ada Lovelace', venue_name: 'Bistro', position: 3, party_size: 2 },
  ...{
    estimated_wait: 15,
    minutes_left: 5,
    channel: 'sms',
    desk: 'Counter 3',
    service_name: 'Manicure',
    provider_name: 'Grace',
  },
  status_url: 'https://usher.example/w/Zk3vQ0mJc8sLx2nB',
  starts_at: startsAt(SATURDAY_IN_AUGUST, 'Europe/Berlin', locale),
  code: '402915',
})
const LITTLE = {
  ...Object.fromEntries(VARIABLES.map((name) => [name, null])),
  ...{ guest_name: 'Ada', code: '402915' },
}

/** Languages that GSM-7 has the letters of, as far as these messages go. */
const LATIN = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl']

describe('the default templates', () => {
  test('cover every kind in every language, with stable IDs per organisation', () => {
    const kinds = templateKindSchema.options.filter((kind) => kind !== 'custom')
    const expected = localeSchema.options.flatMap((locale) => kinds.map((kind) => `${kind} ${locale}`))
    expect(defaults.map(({ kind, locale }) => `${kind} ${locale}`).sort()).toEqual(expected.sort())
    expect(new Set(defaults.map(({ id }) => id)).size).toBe(150)
    expect(defaultTemplates('org_test')).toEqual(defaults)
    expect(defaultTemplates('org_other')[0]?.id).not.toBe(defaults[0]?.id)
  })

  test.each(defaults)(
    '$kind in $locale reads complete with all values and with only the name or the code',
    (template) => {
      const { subject, text, locale, kind } = template
      expect([...faultsIn('/subject', subject, VARIABLES), ...faultsIn('/text', text, VARIABLES)]).toEqual([])
      for (const values of [knownIn(locale), LITTLE]) {
        const filled = contentFrom(template, values)
        if ('reason' in filled) throw new Error(filled.reason)
        const { content } = filled
        expect(content.text).toContain(kind === 'booking_code' ? values.code : values.guest_name)
        for (const said of [content.text, content.subject]) {
          expect(hasForeignLink(said, 'https://usher.example')).toBe(false)
          expect(said).not.toMatch(/\bnull\b|undefined|\(\)|\s\s|\s[.,]|\.\.|[{}%]/u)
        }
        expect(smsOf(content.text).segments).toBeLessThanOrEqual(LATIN.includes(locale) ? 1 : 2)
        if (LATIN.includes(locale)) expect(smsOf(content.text).ucs2_characters).toEqual([])
      }
    },
  )

  test('begin with an Arabic letter in Arabic, which sets the direction to right-to-left', () => {
    for (const { subject, text } of defaults.filter(({ locale }) => locale === 'ar')) {
      for (const words of [subject, text]) expect(words).toMatch(/^\p{Script=Arabic}/u)
    }
  })
})
