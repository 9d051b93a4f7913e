import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { GUEST, QUEUE } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { GuestForm } from './guest-drawer.tsx'

const openForm = (answers: Answers = {}) =>
  renderWith({ getGuest: GUEST, updateGuest: GUEST, ...answers }, <GuestForm guest={GUEST} queue={QUEUE} />)

describe('the details of a guest', () => {
  test('send all changed fields once, with If-Match', async () => {
    const { sent, bodySent } = openForm()
    fill('Name', 'Joan B.')
    fill('Phone', ' 415 555 2671 ')
    fill('Party', '4')
    fill('Notes', '')
    doubleClick('Save')
    await screen.findByText('Saved')
    expect(bodySent('updateGuest')).toEqual({
      ...{ name: 'Joan B.', phone: '415 555 2671', party_size: 4, notes: null },
    })
    expect(sent('updateGuest')[0]?.headers.get('if-match')).toBe('"1"')
  })

  test('send nothing when no field is changed', async () => {
    const { user, sent } = openForm()
    await user.click(button('Save'))
    await screen.findByText('Saved')
    expect(sent('updateGuest')).toEqual([])
  })

  test('mark a missing name or party size, and keep the other entries', async () => {
    const { user, sent } = openForm()
    fill('Name', ' ')
    await user.click(button('Save'))
    expect(saidAt('Name')).toBe('Enter a name')
    expect(sent('getGuest')).toEqual([])
    fill('Name', 'Joan B.')
    fill('Party', '')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Party')).toMatch('Invalid input'))
    expect(field('Name').value).toBe('Joan B.')
  })

  test('mark an invalid phone number, and keep what was typed', async () => {
    const message = 'must be a phone number'
    const errors = [{ pointer: '/phone', message, code: 'invalid_phone' }]
    const { user } = openForm({ updateGuest: refuse('validation_failed', message, { errors }) })
    fill('Phone', '12')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Phone')).toBe('Must be a phone number'))
    expect(field('Phone').value).toBe('12')
  })

  test('show notes saved in the meantime, and can be saved over them', async () => {
    const theirs = { ...GUEST, notes: 'Theirs', party_size: 6 }
    const { user, sent, bodySent } = openForm({ getGuest: theirs })
    fill('Notes', 'Mine')
    await user.click(button('Save'))
    await screen.findByText('Notes is now Theirs')
    expect(field('Notes').value).toBe('Mine')
    expect(sent('updateGuest')).toEqual([])
    await user.click(button('Save mine instead'))
    await screen.findByText('Saved')
    expect(bodySent('updateGuest')).toEqual({ notes: 'Mine' })
  })
})
