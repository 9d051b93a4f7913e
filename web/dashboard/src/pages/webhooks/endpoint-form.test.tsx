import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { ENDPOINT, ME, pageOf, QUEUE } from '../../testing/samples.ts'
import type { Answers } from '../../testing/stub-api.ts'
import { SettingsCard } from './endpoint-page.tsx'
import { Page } from './page.tsx'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const eventType = (type: string) => ({
  ...{ type, description: type, schema: {} },
  example: {
    ...{ event: type, timestamp: ENDPOINT.created_at, data: {} },
    meta: { account_id: ME.organization.id, webhook_id: ENDPOINT.id, livemode: true },
  },
})

const LISTS: Answers = {
  listQueues: pageOf(QUEUE),
  listEventTypes: { data: [eventType('guest.added'), eventType('guest.seated'), eventType('queue.paused')] },
}

const DETAIL = {
  ...{ ...ENDPOINT, missed: null },
  health: {
    ...{ failing_since: null, disables_at: null, pending: 0, oldest_pending_at: null },
    ...{ last_success_at: null, last_attempt_at: null },
  },
}

async function openNew() {
  const answers = {
    ...LISTS,
    listWebhookEndpoints: pageOf(),
    createWebhookEndpoint: { ...ENDPOINT, secret: SECRET },
  }
  const rendered = renderWith(answers, <Page />)
  await rendered.user.click(await screen.findByRole('button', { name: 'Register an endpoint' }))
  await screen.findByLabelText('Only these queues', { selector: 'input' })
  return rendered
}

async function openExisting(answers: Answers) {
  const rendered = renderWith({ ...LISTS, ...answers }, <SettingsCard endpoint={ENDPOINT} />)
  await rendered.user.click(button('Change'))
  await screen.findByLabelText('Only these queues', { selector: 'input' })
  return rendered
}

describe('the form of a new webhook endpoint', () => {
  test('sends every field once, and shows the secret', async () => {
    const { user, bodySent } = await openNew()
    fill('URL', 'https://till.example/usher')
    await user.click(field('Choose'))
    await user.click(await screen.findByText('guest'))
    await user.click(field('guest.added'))
    await user.click(field('guest.*'))
    await user.click(screen.getByText('queue'))
    await user.click(field('queue.paused'))
    await user.click(field('Only these queues'))
    await user.click(await screen.findByText('Dinner'))
    fill('Description', ' Till ')
    fill('Maximum deliveries per second', '7')
    await user.click(field('In order for each guest and queue'))
    fill('Custom headers', 'authorization: Bearer a:b\nx-till: one')
    fill('Metadata', 'team: kitchen')
    doubleClick('Register')
    await screen.findByText(SECRET)
    expect(bodySent('createWebhookEndpoint')).toEqual({
      url: 'https://till.example/usher',
      event_types: ['guest.*', 'queue.paused'],
      queue_ids: [QUEUE.id],
      description: 'Till',
      rate_limit_per_second: 7,
      ordering: 'resource',
      api_version: '2026-12-01',
      headers: { authorization: 'Bearer a:b', 'x-till': 'one' },
      metadata: { team: 'kitchen' },
    })
  })

  test('subscribes to all events when only the URL is entered', async () => {
    const { bodySent } = await openNew()
    fill('URL', 'https://till.example/usher')
    doubleClick('Register')
    await screen.findByText(SECRET)
    expect(bodySent('createWebhookEndpoint')).toEqual({
      ...{ url: 'https://till.example/usher', event_types: null, queue_ids: null, description: null },
      ...{ rate_limit_per_second: null, ordering: 'none', api_version: '2026-12-01', metadata: {} },
    })
  })

  test('marks each invalid entry, and keeps what was typed', async () => {
    const { user, sent } = await openNew()
    await user.click(button('Register'))
    expect(saidAt('URL')).toBe('Enter a URL')
    expect(sent('createWebhookEndpoint')).toEqual([])
    fill('URL', 'nowhere')
    await user.click(field('Choose'))
    fill('Custom headers', 'host: elsewhere')
    fill('Metadata', 'two words: kitchen')
    await user.click(button('Register'))
    await waitFor(() => expect(saidAt('URL')).toBe('Must be an http or https URL'))
    expect(screen.getByText(/^Too small: expected array/)).toBeTruthy()
    expect(saidAt('Custom headers')).toMatch(/Must|Is/)
    expect(saidAt('Metadata')).toMatch('Must be 1 to 40 letters')
    expect(field('URL').value).toBe('nowhere')
    expect(field('Custom headers').value).toBe('host: elsewhere')
    expect(document.activeElement).toBe(field('URL'))
  })
})

describe('the form of an existing webhook endpoint', () => {
  test('keeps the headers when they are left empty, and sends only the change', async () => {
    const { bodySent } = await openExisting({
      getWebhookEndpoint: DETAIL,
      updateWebhookEndpoint: DETAIL,
      listWebhookEndpoints: pageOf(ENDPOINT),
    })
    expect(saidAt('Custom headers')).toBe('Now: x-till. New ones replace these.')
    expect(field('Metadata').value).toBe('team: kitchen')
    fill('Description', '')
    doubleClick('Save')
    await screen.findByText('Endpoint saved.')
    expect(bodySent('updateWebhookEndpoint')).toEqual({ description: null })
  })

  test('shows a description saved in the meantime, and can be saved over it', async () => {
    const now = { ...DETAIL, description: 'Theirs', rate_limit_per_second: 7 }
    const { user, sent, bodySent } = await openExisting({
      ...{ getWebhookEndpoint: now, updateWebhookEndpoint: DETAIL, listWebhookEndpoints: pageOf(ENDPOINT) },
    })
    fill('Description', 'Mine')
    await user.click(button('Save'))
    await screen.findByText('Description is now Theirs')
    expect(field('Description').value).toBe('Mine')
    expect(sent('updateWebhookEndpoint')).toEqual([])
    await user.click(button('Save mine instead'))
    await screen.findByText('Endpoint saved.')
    expect(bodySent('updateWebhookEndpoint')).toEqual({ description: 'Mine' })
  })
})
