import { fireEvent, screen } from '@testing-library/react'
import { button, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { ME } from '../../testing/samples.ts'
import { refuse } from '../../testing/stub-api.ts'
import { BrandForm } from './brand-form.tsx'
import { LogoCard } from './page.tsx'

const ORGANIZATION = { ...ME.organization, address: '1 Quay', phone: '+493012345' }

const form = (answer: object | ((sent: { body: unknown }) => unknown)) =>
  renderWith(
    { getMe: ME, getOrganization: ORGANIZATION, updateOrganization: answer },
    <BrandForm organization={ORGANIZATION} />,
  )

describe('the brand of an organisation', () => {
  test('sends only the changed fields, with null for those that were emptied', async () => {
    const { user, sent } = form(({ body }) => ({ ...ORGANIZATION, ...(body as object) }))
    fill('Address', ' ')
    fill('Privacy notice', 'https://bistro.example/privacy')
    await user.click(button('Save brand'))
    await screen.findByText('Brand saved.')
    expect(sent('updateOrganization').map(({ body }) => body)).toEqual([
      { address: null, privacy_url: 'https://bistro.example/privacy' },
    ])
  })

  test('marks a phone number that the API refuses, and keeps what was typed', async () => {
    const errors = [{ pointer: '/phone', message: 'must be a phone number', code: 'invalid_phone' }]
    const { user } = form(refuse('validation_failed', '/phone', { errors }))
    fill('Phone', '12')
    await user.click(button('Save brand'))
    await screen.findByText(/phone number/, { selector: '[class*=error]' })
    expect([saidAt('Phone'), field('Phone').value]).toEqual([expect.stringContaining('phone number'), '12'])
  })
})

describe('the logo of an organisation', () => {
  test('is removed on the server at once', async () => {
    const shown = { ...ORGANIZATION, logo_url: 'https://usher.example/logos/org/1' }
    const { user, sent } = renderWith(
      { getMe: ME, deleteLogo: ORGANIZATION },
      <LogoCard organization={shown} />,
    )
    expect(screen.getByAltText('The logo').getAttribute('src')).toBe('/logos/org/1')
    await user.click(button('Remove'))
    await screen.findByText('Logo removed.')
    expect(sent('deleteLogo')).toHaveLength(1)
  })

  test('asks for a PNG, JPEG or WebP image when the file is not an image, and sends nothing', async () => {
    const { sent } = renderWith({}, <LogoCard organization={ORGANIZATION} />)
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    globalThis.createImageBitmap = () => Promise.reject(new Error('no image'))
    if (input)
      fireEvent.change(input, { target: { files: [new File(['x'], 'x.png', { type: 'image/png' })] } })
    await screen.findByText(/Choose a PNG, JPEG or WebP/)
    expect(sent('replaceLogo')).toEqual([])
  })
})
