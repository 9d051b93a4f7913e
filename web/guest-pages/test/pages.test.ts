import type { Brand, Display, JoinPage, OwnPlace } from '@usher/contracts'
import { displayPage } from '../src/display/display-page.ts'
import { faultsAtOnce, faultsOf, joinBody } from '../src/join/join-form.ts'
import { joinPage } from '../src/join/join-page.ts'
import { posterPage } from '../src/join/join-routes.ts'
import { layout, type Page } from '../src/layout.ts'
import { LOCALES } from '../src/locale.ts'
import { placePage } from '../src/place/place-page.ts'
import { speakerOf } from '../src/speaker.ts'

const EVIL = `<script>alert("x")</script>' onload='y`

const organization_id = 'org_01'

const PLACE: OwnPlace = {
  organization_id,
  ...{
    name: EVIL,
    display_label: 'A. 47',
    party_size: 2,
    status: 'waiting',
    position: 3,
    estimated_wait: 10,
  },
  estimated_wait_range: { low: 10, high: 20 },
  ...{ delay: null, usually_early: null, booked_start: null, passed_by: null },
  queue: {
    ...{ name: EVIL, status: 'paused', pause_reason: EVIL },
    ...{ timezone: 'Europe/Berlin', min_party_size: 1, max_party_size: 20, join_slug: null },
  },
  place_change: { reason: 'deferred', at: '2026-11-22T17:00:00Z' },
  ...{
    can_return: false,
    arrived_at: null,
    away_until: '2026-11-22T18:00:00Z',
    locale: null,
    timezone: null,
  },
  ...{ created_at: '2026-11-22T16:00:00Z', updated_at: '2026-11-22T16:00:00Z', notified_at: null },
  desk: EVIL,
}

const JOIN: JoinPage = {
  organization_id,
  ...{ name: EVIL, status: 'active', can_join: true, refusal: null, pause_reason: null },
  ...{ opens_at: null, timezone: 'Europe/Berlin' },
  ...{ estimated_wait_range: { low: 5, high: 10 }, min_party_size: 1, max_party_size: 8 },
  takes_bookings: true,
  custom_fields: [
    { key: 'a', label: EVIL, type: 'choice', required: true, options: [EVIL, 'b'] },
    { key: 'n', label: 'N', type: 'number', required: false },
    { key: 'yes', label: 'Yes', type: 'boolean', required: false },
  ],
}

const DISPLAY: Display = {
  ...{ organization_id, public_join: true },
  ...{ name: EVIL, status: 'active', pause_reason: null, timezone: 'UTC', waiting_count: 2 },
  estimated_wait_range: { low: 5, high: 10 },
  called: [{ label: EVIL, called_at: '2026-11-22T16:00:00Z', desk: EVIL }],
  next: [{ label: EVIL }],
}

const BRAND: Brand = {
  ...{ id: organization_id, name: EVIL, address: EVIL, phone: '+442079460000', brand_color: '#ffee00' },
  privacy_url: `https://usher.test/?${EVIL}`,
  ...{ logo_url: 'https://usher.test/logos/org_01/1', guest_retention_days: 30 },
}

const NOW = new Date('2026-11-22T16:10:00Z')

const text = async (page: Page) => String(await layout(page))

const pagesIn = (locale: (typeof LOCALES)[number], brand: Brand | undefined): Page[] => {
  const speaker = speakerOf(locale)
  const place = (more: Partial<OwnPlace>) =>
    placePage({ ...PLACE, ...more }, { speaker, token: EVIL, brand, pushKey: EVIL, now: NOW })
  return [
    ...(['waiting', 'notified', 'seated', 'no_show', 'removed'] as const).map((status) => place({ status })),
    place({ status: 'removed', queue: { ...PLACE.queue, join_slug: EVIL } }),
    joinPage(JOIN, {
      speaker,
      typed: { name: EVIL, 'field-a': EVIL },
      faults: { name: EVIL, 'field-a': EVIL },
      ...{ brand, slug: EVIL },
    }),
    ...(['public_join_off', 'queue_paused', 'queue_closed', 'queue_full'] as const).map((refusal) =>
      joinPage(
        { ...JOIN, can_join: false, refusal, pause_reason: EVIL },
        { speaker, typed: {}, brand, slug: EVIL },
      ),
    ),
    posterPage(
      { brand, about: EVIL },
      { speaker, url: `https://usher.test/join/${encodeURIComponent(EVIL)}` },
    ),
    displayPage(DISPLAY, {
      speaker,
      slug: EVIL,
      joinUrl: `https://usher.test/join/${EVIL}`,
      now: new Date(),
      brand,
    }),
  ]
}

describe('guest pages with hostile names', () => {
  test.each(LOCALES)('have no markup from names and no missing text in %s', async (locale) => {
    for (const page of [...pagesIn(locale, undefined), ...pagesIn(locale, BRAND)]) {
      const made = await text(page)
      expect(made).not.toContain('<script>alert')
      expect(made).not.toContain("' onload='")
      // The script fills in numbers by itself.
      const said = made.replace(/ data-words="[^"]*"/, '')
      expect(said).not.toMatch(/undefined|\[object|NaN|\{\w+\}/)
      expect(made).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(made).not.toMatch(/ style=| on\w+="|<style|javascript:/)
    }
  })
})

describe('the page of a guest', () => {
  const offersPush = async (status: OwnPlace['status'], pushKey: string | undefined) => {
    const page = placePage(
      { ...PLACE, status },
      { speaker: speakerOf('en'), token: 't', brand: BRAND, pushKey, now: NOW },
    )
    return (await text(page)).includes('data-push="/public/guests/t/push-subscription"')
  }

  test('offers push to guests in line only, and only when the server has a push key', async () => {
    expect(
      await Promise.all((['waiting', 'notified'] as const).map((one) => offersPush(one, 'key'))),
    ).toEqual([true, true])
    const gone = ['seated', 'no_show', 'removed'] as const
    expect(await Promise.all(gone.map((one) => offersPush(one, 'key')))).toEqual([false, false, false])
    expect(await offersPush('waiting', undefined)).toBe(false)
  })
})

describe('the page of a guest who is away', () => {
  const saysTime = async (away_until: string) => {
    const place = { ...PLACE, away_until }
    const page = placePage(place, { speaker: speakerOf('en'), token: 't', brand: BRAND, now: NOW })
    return /We’re holding your place. We’ll call you ([^<"]+)</.exec(await text(page))?.[1]
  }

  test('says from when they are called until that time has come', async () => {
    const later = new Date(NOW.getTime() + 60_000).toISOString()
    expect(await saysTime(later)).toMatch(/^after .*\.$/)
    expect(await saysTime(NOW.toISOString())).toBe('when it’s your turn.')
  })
})

describe('the page of a guest who has left the line', () => {
  const queue = { ...PLACE.queue, join_slug: '7kq2' }
  const leadsToJoining = async (more: Partial<OwnPlace>) =>
    (
      await text(
        placePage(
          { ...PLACE, queue, ...more },
          { speaker: speakerOf('en'), token: 't', brand: BRAND, now: NOW },
        ),
      )
    ).includes('href="/join/7kq2"')

  test('say when a closed queue opens, in the time zone of the queue', async () => {
    const closed = {
      ...JOIN,
      can_join: false,
      refusal: 'queue_closed',
      opens_at: '2026-11-23T08:00:00Z',
    } as const
    const shown = { speaker: speakerOf('en'), typed: {}, brand: undefined, slug: 's' }
    expect(await text(joinPage(closed, shown))).toMatch(/Opens Monday, November 23 at 9:00\sAM\./)
    expect(await text(joinPage({ ...closed, opens_at: null }, shown))).toContain('during opening hours')
  })

  test('links to joining again after a removal or no-show when the queue has a join page', async () => {
    expect(await leadsToJoining({ status: 'removed' })).toBe(true)
    expect(await leadsToJoining({ status: 'no_show' })).toBe(true)
    expect(await leadsToJoining({ status: 'seated' })).toBe(false)
    expect(await leadsToJoining({ status: 'removed', queue: PLACE.queue })).toBe(false)
  })
})

describe('the join form', () => {
  test('sends no empty fields, and each field with its type', () => {
    const typed = { name: 'Ada', phone: ' ', party_size: '3', locale: 'de', 'field-a': 'b', 'field-n': '1,5' }
    expect(joinBody(typed, JOIN)).toEqual({
      ...{ name: 'Ada', party_size: 3, locale: 'de' },
      fields: { a: 'b', n: 1.5, yes: false },
    })
    expect(joinBody({ email: ' a@b.test ', party_size: '1' }, { ...JOIN, custom_fields: [] })).toMatchObject({
      email: 'a@b.test',
    })
    expect(joinBody({ party_size: 'x' }, { ...JOIN, custom_fields: [] })).toEqual({
      name: '',
      party_size: Number.NaN,
    })
  })

  test('marks missing fields and numbers out of range before any request', () => {
    const at = (typed: Record<string, string>) =>
      faultsAtOnce({ typed, page: JOIN, speaker: speakerOf('en') })
    expect(Object.keys(at({ name: ' ', party_size: '9' }))).toEqual(['name', 'party_size', 'field-a'])
    expect(at({ name: 'Ada', party_size: '8', 'field-a': 'b' })).toEqual({})
    expect(at({ name: 'Ada', party_size: '1.5', 'field-a': 'b' })).toEqual({
      party_size: 'From 1 to 8, please.',
    })
  })

  test('puts each error of the API at its field, in the language of the guest', () => {
    const typed = { name: '', phone: '12', party_size: '99' }
    const errors = ['/name', '/phone', '/party_size', '/fields/a', '/other'].map((pointer) => ({
      ...{ pointer, message: 'x', code: 'y' },
    }))
    const faults = faultsOf(errors, { typed, page: JOIN, speaker: speakerOf('en') })
    expect(Object.keys(faults)).toEqual(['name', 'party_size', 'phone', 'field-a', 'form'])
    expect(faults).toEqual({
      name: 'Please fill this in.',
      phone: expect.stringContaining('phone number'),
      party_size: 'From 1 to 8, please.',
      'field-a': 'Please fill this in.',
      form: 'Please check this.',
    })
  })
})
