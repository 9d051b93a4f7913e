import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { CATEGORY, PROVIDER, pageOf, SERVICE_TYPE } from '../../testing/samples.ts'
import type { Answers } from '../../testing/stub-api.ts'
import { ServiceTypeForm } from './form.tsx'

async function openForm(serviceType?: typeof SERVICE_TYPE, answers: Answers = {}) {
  const onDone = jest.fn()
  const rendered = renderWith(
    {
      listCategories: pageOf(CATEGORY),
      listProviders: pageOf(PROVIDER),
      createServiceType: SERVICE_TYPE,
      ...answers,
    },
    <ServiceTypeForm serviceType={serviceType} onDone={onDone} />,
  )
  await screen.findByLabelText('Name')
  return { ...rendered, onDone }
}

describe('the form of a new service type', () => {
  test('sends every field once on a double click', async () => {
    const { user, bodySent, onDone } = await openForm()
    fill('Name', 'Shave')
    fill('Description', ' With a towel ')
    fill('Category', CATEGORY.id)
    await user.click(field('Can be booked'))
    await user.click(field('Grace'))
    fill('Duration', '40')
    fill('Other durations', '45, 60; 90')
    fill('Buffer before', '5')
    fill('Buffer after', '10')
    fill('Time between starts', '15')
    fill('Minimum notice', '1440')
    fill('Seats at the same time', '3')
    fill('Days ahead', '90')
    fill('Bookings per day', '20')
    fill('Bookings per customer and day', '2')
    await user.click(field('Confirm each booking manually'))
    fill('Price', '19.99')
    fill('Currency', 'USD')
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('createServiceType')).toEqual({
      name: 'Shave',
      description: 'With a towel',
      category_id: CATEGORY.id,
      active: false,
      provider_ids: [PROVIDER.id],
      duration_minutes: 40,
      duration_options: [45, 60, 90],
      buffer_before_minutes: 5,
      buffer_after_minutes: 10,
      slot_step_minutes: 15,
      min_notice_minutes: 1440,
      capacity: 3,
      horizon_days: 90,
      max_per_day: 20,
      max_per_customer_per_day: 2,
      requires_confirmation: true,
      price: { amount: 1999, currency: 'USD' },
      online_booking: null,
    })
  })

  test('sends the defaults of the API for everything but the name', async () => {
    const { bodySent, onDone } = await openForm()
    fill('Name', 'Shave')
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    const { id, provider_ids, created_at, updated_at, archived_at, ...defaults } = SERVICE_TYPE
    expect(bodySent('createServiceType')).toEqual({ ...defaults, name: 'Shave', provider_ids: [] })
  })

  test('asks for a missing name, focuses it and sends nothing', async () => {
    const { user, sent } = await openForm()
    fill('Name', '  ')
    await user.click(button('Save'))
    expect(saidAt('Name')).toBe('Enter a name')
    expect(document.activeElement).toBe(field('Name'))
    expect(sent('createServiceType')).toEqual([])
  })

  test('marks the fields that the API refuses, and keeps what was typed', async () => {
    const { user } = await openForm()
    fill('Name', 'Shave')
    fill('Duration', '')
    fill('Other durations', '45, two')
    fill('Seats at the same time', '')
    fill('Price', '20000000')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Duration')).toMatch('Too small'))
    expect(saidAt('Other durations')).toMatch('Invalid input')
    expect(saidAt('Seats at the same time')).toMatch('Too small')
    expect(saidAt('Price')).toMatch('Too big')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field('Name').value).toBe('Shave')
    expect(field('Other durations').value).toBe('45, two')
    expect(document.activeElement).toBe(field('Duration'))
  })
})

describe('the form of an existing service type', () => {
  test('sends only the changed field, with If-Match', async () => {
    const { sent, onDone } = await openForm(SERVICE_TYPE, {
      getServiceType: SERVICE_TYPE,
      updateServiceType: SERVICE_TYPE,
    })
    fill('Buffer after', '15')
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    const [request, ...more] = sent('updateServiceType')
    expect(more).toEqual([])
    expect(request?.body).toEqual({ buffer_after_minutes: 15 })
    expect(request?.headers.get('if-match')).toBe('"1"')
  })

  test('shows a name saved in the meantime, and can be saved over it', async () => {
    const theirs = { ...SERVICE_TYPE, name: 'Theirs', capacity: 4 }
    const { user, sent, bodySent, onDone } = await openForm(SERVICE_TYPE, {
      getServiceType: theirs,
      updateServiceType: SERVICE_TYPE,
    })
    fill('Name', 'Mine')
    await user.click(button('Save'))
    await screen.findByText('Name is now Theirs')
    expect(field('Name').value).toBe('Mine')
    expect(sent('updateServiceType')).toEqual([])
    await user.click(button('Save mine instead'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('updateServiceType')).toEqual({ name: 'Mine' })
  })

  test('takes all fields saved in the meantime on Take theirs', async () => {
    const theirs = { ...SERVICE_TYPE, name: 'Theirs', capacity: 4 }
    const { user } = await openForm(SERVICE_TYPE, { getServiceType: theirs })
    fill('Name', 'Mine')
    await user.click(button('Save'))
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(field('Name').value).toBe('Theirs')
    expect(field('Seats at the same time').value).toBe('4')
  })
})
