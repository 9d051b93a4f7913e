import { screen } from '@testing-library/react'
import { fillTime } from '../../testing/dates.ts'
import { button, field, renderWith } from '../../testing/render.tsx'
import { ME } from '../../testing/samples.ts'
import { BookingMessagesForm } from './booking-messages-form.tsx'

test('the quiet hours of messages about bookings are switched on for the night, and sent as changed', async () => {
  const { organization } = ME
  const { user, sent } = renderWith(
    {
      getMe: ME,
      getOrganization: organization,
      updateOrganization: ({ body }: { body: unknown }) => ({ ...organization, ...(body as object) }),
    },
    <BookingMessagesForm organization={organization} />,
  )
  await user.click(field(/^Quiet hours/))
  fillTime('Quiet from', '21:00')
  await user.click(button('Save quiet hours'))
  await screen.findByText('Settings saved.')
  expect(sent('updateOrganization').map(({ body }) => body)).toEqual([
    { quiet_hours: { start: '21:00', end: '08:00' } },
  ])
})
