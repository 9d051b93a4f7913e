import { screen, within } from '@testing-library/react'
import { button, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { QUEUE } from '../../testing/samples.ts'
import { AddForm, type Draft } from './add-form.tsx'

const ASKING = {
  ...QUEUE,
  priority_classes: [{ key: 'vip', name: 'Regular guest', level: 1 }],
  custom_fields: [
    { key: 'allergies', label: 'Allergies', type: 'text', required: true },
    { key: 'stroller', label: 'Stroller', type: 'boolean', required: false },
  ],
} satisfies typeof QUEUE

function openForm(queue = QUEUE, draft?: Draft) {
  const onAdd = jest.fn()
  return { onAdd, ...renderWith({}, <AddForm {...{ queue, draft, onAdd }} />) }
}

describe('the form to add a guest', () => {
  test('adds the guest on Enter, and is ready for the next name', async () => {
    const { user, onAdd } = openForm()
    await user.type(field('Name'), 'Ada{Enter}')
    expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ name: 'Ada', phone: null, party_size: 2 }))
    expect(field('Name').value).toBe('')
    expect(document.activeElement).toBe(field('Name'))
  })

  test('chooses the party with one tap on a touch screen, within the limits of the queue', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation((media) => {
      const list = { media, matches: media === '(pointer: coarse)', onchange: null }
      return Object.assign(new EventTarget(), list) as unknown as MediaQueryList
    })
    const { user, onAdd } = openForm({ ...QUEUE, min_party_size: 2, max_party_size: 5 })
    const sizes = within(screen.getByRole('group', { name: 'Party size' })).getAllByRole('button')
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['2', '3', '4', '5'])
    await user.click(button('4'))
    expect(field('Party').value).toBe('4')
    await user.type(field('Name'), 'Ada{Enter}')
    expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ name: 'Ada', party_size: 4 }))
  })

  test('asks for a name when it is empty, and adds no guest', async () => {
    const { user, onAdd } = openForm()
    await user.click(button('Add'))
    expect(saidAt('Name')).toBe('Enter a name')
    expect(onAdd).not.toHaveBeenCalled()
  })

  test('shows required fields at once, and the others behind More details', async () => {
    const { user, onAdd } = openForm(ASKING)
    fill('Name', 'Ada')
    await screen.findByLabelText(/^Allergies/)
    fill(/^Allergies/, 'nuts')
    expect(screen.queryByLabelText('Stroller')).toBeNull()
    await user.click(button('More details'))
    await screen.findByLabelText('E-mail')
    fill('E-mail', 'ada@example.com')
    fill('Notes', 'By the window')
    await user.type(field('Tags'), 'birthday{Enter}')
    await user.click(button('Add'))
    expect(onAdd.mock.calls[0]?.[0]).toMatchObject({
      ...{ name: 'Ada', phone: null, party_size: 2, email: 'ada@example.com', notes: 'By the window' },
      ...{ tags: ['birthday'], priority: null, fields: { allergies: 'nuts', stroller: null } },
    })
    expect(screen.queryByLabelText('E-mail')).toBeNull()
  })

  test('keeps the entries of a refused guest, with each error at its field', async () => {
    const body = { name: 'Ada', phone: '12', email: 'ada', notes: 'By the window' }
    openForm(QUEUE, { body, errors: { phone: 'Must be a phone number', email: 'Must be an address' } })
    await screen.findByLabelText('E-mail')
    expect(['Name', 'Phone', 'E-mail', 'Notes'].map((label) => field(label).value)).toEqual(
      Object.values(body),
    )
    expect(saidAt('Phone')).toBe('Must be a phone number')
    expect(saidAt('E-mail')).toBe('Must be an address')
  })
})
