import { screen, waitFor, within } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { hasUnsaved } from '../../forms/unsaved.ts'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { BOOKING_PAGE, ME, PROVIDER, pageOf, SERVICE_TYPE } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

type ServiceType = Schemas['ServiceType']

const NO_PAGE = { slug: null, url: null, embed_sites: [], updated_at: null }
const ONLINE = {
  enabled: true,
  questions: [],
  max_visits: 1,
  cancel_until_minutes: 0,
  verification: 'none' as const,
}
const QUESTION = { key: 'hair', label: 'Hair', type: 'text', required: false } as const
const SHAVE: ServiceType = { ...SERVICE_TYPE, id: SERVICE_TYPE.id.replace(/.$/, '1'), name: 'Shave' }

/** Opens the page of an API that keeps what it is sent. */
async function openPage(types: ServiceType[], answers: Answers = {}, me = ME) {
  let page: Schemas['BookingPageSettings'] = BOOKING_PAGE
  const kept = new Map(types.map((type) => [type.id, type]))
  const rendered = renderWith(
    {
      listServiceTypes: () => pageOf(...kept.values()),
      listProviders: pageOf(PROVIDER),
      getBookingPage: () => page,
      getBookingPageRefusals: { data: [] },
      updateBookingPage({ body }) {
        page = { ...page, ...(body as Partial<typeof page>) }
        return page
      },
      getServiceType: ({ params }) => kept.get(params.id ?? ''),
      updateServiceType({ params, body }) {
        const changed = { ...(kept.get(params.id ?? '') as ServiceType), ...(body as Partial<ServiceType>) }
        kept.set(changed.id, changed)
        return changed
      },
      ...answers,
    },
    <Page />,
    me,
  )
  await screen.findByRole('heading', { name: 'Services' })
  return rendered
}

const switchOf = (name: string) => field(`Customers can book ${name}`)
const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li') as HTMLElement

describe('an organisation without a booking page', () => {
  const made = (body: unknown) => ({ ...BOOKING_PAGE, ...(body as object) })

  test('creates the page with the slug suggested from its name, sends it once and shows the link', async () => {
    const { bodySent } = await openPage([SERVICE_TYPE], {
      getBookingPage: NO_PAGE,
      updateBookingPage: ({ body }) => made(body),
    })
    expect(field('End of the address').value).toBe('bistro')
    expect(screen.queryByText('Share')).toBeNull()
    doubleClick('Create the page')
    await screen.findByText('The booking page is ready.')
    expect(bodySent('updateBookingPage')).toEqual({ slug: 'bistro' })
    expect(screen.getByRole('group', { name: 'Link' }).textContent).toBe(BOOKING_PAGE.url)
  })

  test('does not count the suggested slug as an unsaved change', async () => {
    await openPage([SERVICE_TYPE], { getBookingPage: NO_PAGE })
    expect(hasUnsaved()).toBe(false)
    fill('End of the address', 'bistro-2')
    expect(hasUnsaved()).toBe(true)
  })

  test('marks a slug that is taken, and accepts another one', async () => {
    let isTaken = true
    const { user, sent } = await openPage([SERVICE_TYPE], {
      getBookingPage: NO_PAGE,
      updateBookingPage: ({ body }) => (isTaken ? refuse('slug_taken', 'Taken.')() : made(body)),
    })
    await user.click(button('Create the page'))
    await waitFor(() => expect(saidAt('End of the address')).toMatch('Another page has this address'))
    expect(document.activeElement).toBe(field('End of the address'))
    isTaken = false
    fill('End of the address', 'bistro-2')
    await user.click(button('Create the page'))
    await screen.findByText('The booking page is ready.')
    expect(sent('updateBookingPage').at(-1)?.body).toEqual({ slug: 'bistro-2' })
  })

  test('says which characters a slug may have when an invalid one is entered', async () => {
    const { user } = await openPage([SERVICE_TYPE], { getBookingPage: NO_PAGE })
    fill('End of the address', 'My page')
    await user.click(button('Create the page'))
    await waitFor(() => expect(saidAt('End of the address')).toMatch('lowercase letters'))
    expect(field('End of the address').value).toBe('My page')
  })
})

describe('the services of a booking page', () => {
  test('sends only online_booking of the service that is switched on, with If-Match', async () => {
    const { user, sent } = await openPage([SERVICE_TYPE, SHAVE])
    await user.click(switchOf('Haircut'))
    await screen.findByText('Haircut is on the page.')
    const [request, ...more] = sent('updateServiceType')
    expect(more).toEqual([])
    expect(request?.params.id).toBe(SERVICE_TYPE.id)
    expect(request?.body).toEqual({ online_booking: ONLINE })
    expect(request?.headers.get('if-match')).toBe('"1"')
    await waitFor(() => expect(within(rowOf('Haircut')).getByText(/no questions/)).toBeTruthy())
    expect([switchOf('Haircut').checked, switchOf('Shave').checked]).toEqual([true, false])
  })

  test('keeps the questions and rules of a service that is switched off and on again', async () => {
    const online_booking = { ...ONLINE, questions: [QUESTION], verification: 'sms' as const }
    const { user, sent } = await openPage([{ ...SERVICE_TYPE, online_booking }])
    await user.click(switchOf('Haircut'))
    await screen.findByText('Haircut is off the page.')
    await waitFor(() => expect(switchOf('Haircut').checked).toBe(false))
    await user.click(switchOf('Haircut'))
    await screen.findByText('Haircut is on the page.')
    expect(sent('updateServiceType').map(({ body }) => body)).toEqual([
      { online_booking: { ...online_booking, enabled: false } },
      { online_booking },
    ])
  })

  test('does not overwrite questions that were added in the meantime', async () => {
    const online_booking = { ...ONLINE, questions: [QUESTION] }
    const { user, sent } = await openPage([{ ...SERVICE_TYPE, online_booking: ONLINE }], {
      getServiceType: { ...SERVICE_TYPE, online_booking },
    })
    await user.click(switchOf('Haircut'))
    await screen.findByText(/Somebody else changed this/)
    expect(sent('updateServiceType')).toEqual([])
  })

  test('says why customers cannot book a service that is switched on', async () => {
    await openPage([
      { ...SERVICE_TYPE, online_booking: ONLINE, provider_ids: [] },
      { ...SHAVE, online_booking: ONLINE, active: false },
    ])
    expect(rowOf('Haircut').textContent).toMatch('it has no active provider')
    expect(rowOf('Shave').textContent).toMatch('Can be booked')
  })
})

describe('sharing a booking page', () => {
  test('links to the chosen service in the link and the embed code', async () => {
    const online = [SERVICE_TYPE, SHAVE].map((type) => ({ ...type, online_booking: ONLINE }))
    await openPage(online)
    const link = () => screen.getByRole('group', { name: 'Link' }).textContent
    const code = () => screen.getByRole('group', { name: 'Code for a site' }).textContent
    expect(link()).toBe('https://usher.test/book/bistro')
    expect(code()).toBe('<script async src="https://usher.test/embed.js" data-usher-book="bistro"></script>')
    fill('Link to', SHAVE.id)
    expect(link()).toBe(`https://usher.test/book/bistro/${SHAVE.id}`)
    expect(code()).toBe(
      `<div data-usher-book="bistro" data-service="${SHAVE.id}"></div>\n<script async src="https://usher.test/embed.js"></script>`,
    )
  })

  test('turns the sites entered into origins, and sends them once', async () => {
    const { user, bodySent } = await openPage([SERVICE_TYPE])
    fill('Your sites', 'www.example.com/contact\nhttp://localhost:8080\n\nhttps://www.example.com')
    await user.type(field('Your sites'), '{Tab}{Enter}')
    await screen.findByText('Saved')
    expect(bodySent('updateBookingPage')).toEqual({
      embed_sites: ['https://www.example.com', 'http://localhost:8080'],
    })
    expect(field('Your sites').value).toBe('https://www.example.com\nhttp://localhost:8080')
  })

  test('shows no embed code when no site is listed', async () => {
    await openPage([SERVICE_TYPE], { getBookingPage: { ...BOOKING_PAGE, embed_sites: [] } })
    expect(screen.queryByRole('group', { name: 'Code for a site' })).toBeNull()
  })
})

describe('a booking page for a member with read access only', () => {
  test('shows the services and the link, without any control to change them', async () => {
    const me: Schemas['Me'] = { ...ME, scopes: ['service-types:read', 'providers:read'] }
    await openPage([{ ...SERVICE_TYPE, online_booking: ONLINE }], {}, me)
    expect(rowOf('Haircut').textContent).toMatch('On the page')
    expect(screen.getByRole('group', { name: 'Link' })).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('attempts that booking limits refused', () => {
  test('shows how often, by day', async () => {
    const data = [{ date: '2026-11-28', action: 'hold', count: 12 }]
    await openPage([SERVICE_TYPE], { getBookingPageRefusals: { data } })
    expect(await screen.findByText('Nov 28, 2026: Choosing a time, 12 attempts')).toBeTruthy()
  })
})
