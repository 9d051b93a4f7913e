import { screen, waitFor } from '@testing-library/react'
import { fillTime } from '../../testing/dates.ts'
import { openQueueCard } from '../../testing/open-queue-card.tsx'
import { button, doubleClick, field, fill, saidAt } from '../../testing/render.tsx'
import { QUEUE, QUEUE_MESSAGES } from '../../testing/samples.ts'
import { ClassesCard } from './classes-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { FieldsCard } from './page.tsx'

const saved = () => screen.findByText('Saved.')

describe('the priority classes of a queue', () => {
  const VIP = { key: 'vip', name: 'VIP', level: 2 }

  test('get a key from the name when added, and keep it when renamed', async () => {
    const { user, bodySent } = openQueueCard(ClassesCard, { ...QUEUE, priority_classes: [VIP] })
    fill('Name of class 1', 'Regulars')
    await user.click(button('Add a class'))
    fill('Name of class 2', 'Très VIP')
    fill(/^Level of class 2/, '7')
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({
      priority_classes: [
        { key: 'vip', name: 'Regulars', level: 2 },
        { key: 'tres_vip', name: 'Très VIP', level: 7 },
      ],
    })
  })

  test('mark an empty name and a level that is too big', async () => {
    const { user } = openQueueCard(ClassesCard, { ...QUEUE, priority_classes: [VIP] })
    fill('Name of class 1', '')
    fill(/^Level of class 1/, '12')
    await user.click(button('Add a class'))
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Name of class 1')).toMatch('Too small'))
    expect(saidAt(/^Level of class 1/)).toMatch('Too big')
    expect(field(/^Level of class 1/).value).toBe('12')
  })

  test('send an empty list when the only one is removed', async () => {
    const { user, bodySent } = openQueueCard(ClassesCard, { ...QUEUE, priority_classes: [VIP] })
    await user.click(button('Remove class VIP'))
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({ priority_classes: [] })
  })
})

describe('the custom fields of a queue', () => {
  test('send a choice and a date field once, with keys made from their labels', async () => {
    const { user, bodySent } = openQueueCard(FieldsCard)
    await user.click(button('Add a field'))
    fill('Label of field 1', 'Seat')
    fill('Kind of field 1', 'choice')
    fill('Choices', 'Inside, Terrace,')
    await user.click(button('Add a field'))
    fill('Label of field 2', 'Birthday')
    fill('Kind of field 2', 'date')
    await user.click(screen.getAllByLabelText('Required')[1] as HTMLElement)
    await user.click(screen.getAllByLabelText('Asked for on the join page')[1] as HTMLElement)
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueue')).toEqual({
      custom_fields: [
        {
          ...{ key: 'seat', label: 'Seat', type: 'choice', required: false, public: true },
          options: ['Inside', 'Terrace'],
        },
        { key: 'birthday', label: 'Birthday', type: 'date', required: true, public: false },
      ],
    })
  })

  test('mark a choice without options, and keep its label', async () => {
    const { user } = openQueueCard(FieldsCard)
    await user.click(button('Add a field'))
    fill('Label of field 1', 'Seat')
    fill('Kind of field 1', 'choice')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Choices')).toMatch('Too small'))
    expect(field('Label of field 1').value).toBe('Seat')
  })
})

describe('the automatic messages of a queue', () => {
  test('send the switches, the reminder and the quiet hours once', async () => {
    const { user, bodySent } = openQueueCard(MessagesCard)
    await screen.findByLabelText('When they join')
    await user.click(field('When they join'))
    await user.click(field('When they have not come after being called'))
    fill('Reminder after (minutes)', '12')
    await user.click(field(/^Quiet hours/))
    fillTime('Quiet from', '23:00')
    doubleClick('Save')
    await saved()
    expect(bodySent('updateQueueMessages')).toEqual({
      automatic: { ...QUEUE_MESSAGES.automatic, added: false, reminder: true },
      reminder_after_minutes: 12,
      quiet_hours: { start: '23:00', end: '08:00' },
    })
  })

  test('mark a reminder that is too late, and quiet hours that end when they start', async () => {
    const { user } = openQueueCard(MessagesCard)
    await screen.findByLabelText('When they join')
    fill('Reminder after (minutes)', '500')
    await user.click(field(/^Quiet hours/))
    fillTime('Quiet to', '22:00')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Quiet to, hours')).toBe('Must differ from the start Europe/Berlin'))
    expect(saidAt('Reminder after (minutes)')).toMatch('Too big')
    expect(field('Reminder after (minutes)').value).toBe('500')
  })
})
