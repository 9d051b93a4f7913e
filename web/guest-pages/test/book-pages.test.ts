import type { BookableService, OnlineBookingPage, OwnSlot } from '@usher/contracts'
import type { Request } from 'express'
import type { BookPlace } from '../src/book/book-place.ts'
import { choiceIn, queryOfChoice, zoneOf } from '../src/book/choice.ts'
import { detailsBody, detailsFaults, detailsFaultsOf } from '../src/book/details-form.ts'
import { detailsPage } from '../src/book/details-page.ts'
import { heldIn } from '../src/book/held.ts'
import { serviceGonePage, servicesPage } from '../src/book/services-page.ts'
import { takenPage } from '../src/book/taken.ts'
import { bookTimesPage } from '../src/book/times-page.ts'
import { layout, type Page } from '../src/layout.ts'
import { LOCALES } from '../src/locale.ts'
import { speakerOf } from '../src/speaker.ts'

const EVIL = `<script>alert("x")</script>' onload='y`
const NOW = new Date('2026-11-26T10:00:00Z')

const SERVICE: BookableService = {
  ...{ id: 'svt_1', name: EVIL, description: EVIL, duration_minutes: 30, duration_options: [60, 15] },
  ...{ capacity: 3, price: { amount: 4_050, currency: 'EUR' }, requires_confirmation: false },
  providers: [
    { id: 'pvd_1', name: EVIL, timezone: 'Europe/Berlin' },
    { id: 'pvd_2', name: 'Linus', timezone: 'America/New_York' },
  ],
  questions: [
    { key: 'a', label: EVIL, type: 'choice', required: true, options: [EVIL, 'b'] },
    { key: 'n', label: 'N', type: 'number', required: false },
  ],
  max_visits: 1,
  cancel_until_minutes: 0,
  verification: 'none',
}

const PAGE: OnlineBookingPage = {
  ...{ organization_id: 'org_1', timezone: 'UTC', embed_sites: [], services: [SERVICE] },
}

const request = (query: Record<string, string> = {}) => ({ query }) as unknown as Request

const HELD = { id: EVIL, start: '2026-11-27T09:00:00Z', until: '2026-11-26T10:10:00Z', providerId: 'pvd_1' }

const slotAt = (start: string): OwnSlot => ({ start, end: start, seats_left: 1 })

function pagesIn(locale: (typeof LOCALES)[number]): Page[] {
  const place: BookPlace = {
    ...{ speaker: speakerOf(locale), kept: { embed: EVIL }, slug: EVIL, page: PAGE, brand: undefined },
  }
  const choice = choiceIn(request({ seats: '2', with: 'pvd_1' }), SERVICE)
  const slots = [slotAt(HELD.start)]
  const day = '2026-11-27'
  const found = { month: '2026-11', free: new Set([day]), day, hasEarlier: true }
  const details = { choice, held: HELD, typed: { name: EVIL, notes: EVIL }, now: NOW }
  return [
    servicesPage(place),
    servicesPage({ ...place, page: { ...PAGE, services: [] } }),
    serviceGonePage(place),
    bookTimesPage(place, { choice, ...found, slots, held: HELD, fault: 'providerGone' }),
    bookTimesPage(place, { choice, ...found, day: undefined, free: new Set(), slots: [] }),
    detailsPage(place, { ...details, faults: { name: EVIL, form: EVIL } }),
    detailsPage(place, { ...details, held: { ...HELD, until: '2000-01-01T00:00:00Z' } }),
    takenPage(place, { choice, nearest: slots, typed: { name: EVIL }, action: EVIL }),
  ]
}

describe('a booking page with hostile names', () => {
  test.each(LOCALES)('has no markup from names and no missing text in %s', async (locale) => {
    for (const page of pagesIn(locale)) {
      const made = String(await layout(page))
      expect(made).not.toContain('<script>alert')
      expect(made).not.toContain("' onload='")
      expect(made).not.toMatch(/undefined|\[object|NaN|\{\w+\}/)
      expect(made).not.toMatch(/ style=| on\w+="|<style|javascript:/)
    }
  })
})

describe('the choice of a customer on a booking page', () => {
  test('is kept in addresses when it is on offer, and is the default otherwise', () => {
    const chosen = choiceIn(request({ duration: '60', with: 'pvd_2', seats: '3' }), SERVICE)
    expect(queryOfChoice(chosen)).toEqual({ duration: '60', with: 'pvd_2', seats: '3' })
    const odd = choiceIn(request({ duration: '31', with: 'pvd_9', seats: '4' }), SERVICE)
    expect(queryOfChoice(odd)).toEqual({})
  })

  test('is in the time zone of the chosen provider, or the one of the venue', () => {
    const zone = (query: object) => zoneOf(choiceIn(request(query as Record<string, string>), SERVICE), PAGE)
    expect([zone({ with: 'pvd_2' }), zone({})]).toEqual(['America/New_York', 'UTC'])
    const alone = { ...SERVICE, providers: SERVICE.providers.slice(0, 1) }
    expect(zoneOf(choiceIn(request(), alone), PAGE)).toBe('Europe/Berlin')
  })

  test('has a held time only when the address has all of its parts', () => {
    const query = { hold: 'h', start: HELD.start, until: HELD.until, provider: 'p' }
    expect(heldIn(request(query))).toEqual({ ...HELD, id: 'h', providerId: 'p' })
    expect(heldIn(request({ ...query, start: 'soon' }))).toBeUndefined()
    expect(heldIn(request({ ...query, hold: '' }))).toBeUndefined()
  })
})

describe('the details form of a booking page', () => {
  const speaker = speakerOf('en')

  test('sends no empty fields, and each answer with its type', () => {
    const typed = { name: 'Ada', phone: ' ', email: ' a@b.test ', notes: '', locale: 'de', 'field-n': '1,5' }
    expect(detailsBody(typed, SERVICE)).toEqual({
      customer: { name: 'Ada', email: 'a@b.test', locale: 'de' },
      answers: { n: 1.5 },
    })
  })

  test('asks for a phone number or an e-mail address, and puts each error at its field', () => {
    const at = (typed: Record<string, string>) => detailsFaults({ typed, service: SERVICE, speaker })
    expect(at({})).toEqual({
      ...{ name: 'Please fill this in.', 'field-a': 'Please fill this in.' },
      phone: 'Please give a phone number or an e-mail address.',
    })
    expect(at({ name: 'Ada', email: 'a@b.test', 'field-a': 'b' })).toEqual({})
    const errors = ['/notes', '/answers/a', '/customer', '/customer/email', '/hold_id'].map((pointer) => ({
      ...{ pointer, message: 'x', code: 'y' },
    }))
    const typed = { email: 'a@', notes: 'x', 'field-a': 'c' }
    expect(Object.keys(detailsFaultsOf(errors, { typed, service: SERVICE, speaker }))).toEqual([
      ...['phone', 'email', 'field-a', 'notes', 'form'],
    ])
  })
})

describe('prices, durations and rate limits on a booking page', () => {
  test.each([
    ['en', { amount: 4_050, currency: 'EUR' }, '€40.50', '1 hr, 30 min'],
    ['de', { amount: 4_050, currency: 'JPY' }, '4.050 ¥', '1 Std., 30 Min.'],
  ] as const)('give prices and durations in the format of %s', (locale, price, said, duration) => {
    const speaker = speakerOf(locale)
    expect(speaker.price(price).replaceAll(/\s/g, ' ')).toBe(said)
    expect(speaker.duration(90).replaceAll(/\s/g, ' ')).toBe(duration)
    expect(speaker.duration(45)).toMatch(/^45/)
  })

  test('say when to try again after too many requests', () => {
    const speaker = speakerOf('en')
    expect(speaker.tooMany('130')).toMatch(/Please try again in 3 minutes\.$/)
    expect(speaker.tooMany(undefined)).toMatch(/Please try again in a minute\.$/)
  })
})
