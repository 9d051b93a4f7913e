import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { CATEGORY, PROVIDER, pageOf, SERVICE_TYPE } from '../../testing/samples.ts'
import type { Answers } from '../../testing/stub-api.ts'
import { ServiceTypeForm } from './form.tsx'

async function openForm(serviceType: typeof SERVICE_TYPE, answers: Answers) {
  const onDone = jest.fn()
  const rendered = renderWith(
    { listCategories: pageOf(CATEGORY), listProviders: pageOf(PROVIDER), ...answers },
    <ServiceTypeForm serviceType={serviceType} onDone={onDone} />,
  )
  await screen.findByLabelText('Customers can book it by themselves')
  return { ...rendered, onDone }
}

const ONLINE = {
  enabled: true,
  questions: [{ key: 'hair', label: 'Hair', type: 'choice', options: ['Long', 'Short'], required: true }],
  max_visits: 4,
  cancel_until_minutes: 2_880,
  verification: 'none',
} satisfies (typeof SERVICE_TYPE)['online_booking']

const CALLS: Answers = { getServiceType: SERVICE_TYPE, updateServiceType: SERVICE_TYPE }

describe('online booking in the form of a service type', () => {
  test('sends its questions and rules once when it is switched on', async () => {
    const { user, bodySent, onDone } = await openForm(SERVICE_TYPE, CALLS)
    expect(screen.queryByText('Add a question')).toBeNull()
    await user.click(field('Customers can book it by themselves'))
    fill('Change or cancel until', '2')
    fill('Unit', '1440')
    fill('Verification', 'sms')
    fill('Maximum visits at once', '10')
    await user.click(button('Add a question'))
    fill('Label of field 1', 'Très long hair?')
    fill('Kind of field 1', 'choice')
    fill('Choices', 'Yes, No')
    await user.click(field('Required'))
    expect(screen.queryByText('Asked for on the join page')).toBeNull()
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('updateServiceType')).toEqual({
      online_booking: {
        enabled: true,
        questions: [
          {
            ...{ key: 'tres_long_hair', label: 'Très long hair?', type: 'choice', required: true },
            options: ['Yes', 'No'],
          },
        ],
        ...{ max_visits: 10, cancel_until_minutes: 2_880, verification: 'sms' },
      },
    })
  })

  test('is not sent when another field is changed', async () => {
    const online = { ...SERVICE_TYPE, online_booking: ONLINE }
    const { bodySent, onDone } = await openForm(online, { ...CALLS, getServiceType: online })
    expect([field('Change or cancel until').value, field('Unit').value]).toEqual(['2', '1440'])
    fill('Buffer after', '15')
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('updateServiceType')).toEqual({ buffer_after_minutes: 15 })
  })

  test('keeps its questions and rules when it is switched off', async () => {
    const online = { ...SERVICE_TYPE, online_booking: ONLINE }
    const { user, bodySent, onDone } = await openForm(online, { ...CALLS, getServiceType: online })
    await user.click(field('Customers can book it by themselves'))
    expect(screen.queryByText('Add a question')).toBeNull()
    doubleClick('Save')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bodySent('updateServiceType')).toEqual({ online_booking: { ...ONLINE, enabled: false } })
  })

  test('still shows its questions when it is switched off and on before saving', async () => {
    const { user } = await openForm({ ...SERVICE_TYPE, online_booking: ONLINE }, CALLS)
    await user.click(field('Customers can book it by themselves'))
    await user.click(field('Customers can book it by themselves'))
    expect(field('Label of field 1').value).toBe('Hair')
  })

  test('marks the invalid question, and moves the focus to the questions', async () => {
    const { user } = await openForm(SERVICE_TYPE, CALLS)
    await user.click(field('Customers can book it by themselves'))
    await user.click(button('Add a question'))
    await user.click(button('Add a question'))
    fill('Label of field 1', 'Hair')
    fill('Maximum visits at once', '60')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Label of field 2')).toMatch('Too small'))
    expect(saidAt('Label of field 1')).toBe('')
    expect(saidAt('Maximum visits at once')).toMatch('Too big')
    expect(field('Label of field 1').value).toBe('Hair')
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Questions' }))
  })
})
