import { screen } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { QUEUE } from '../../testing/samples.ts'
import { type Answer, refuse } from '../../testing/stub-api.ts'
import { AnnounceForm } from './queue-menu.tsx'

function open(announceToQueue: Answer) {
  const onClose = jest.fn()
  return { onClose, ...renderWith({ announceToQueue }, <AnnounceForm queue={QUEUE} onClose={onClose} />) }
}

describe('the form to message all guests in line', () => {
  test('sends one request on a double click, and says how many guests were not messaged', async () => {
    const { onClose, bodySent } = open({ accepted: 12, not_sent: 1 })
    fill('Message', 'We close early.')
    doubleClick('Send to everybody in line')
    await screen.findByText(/12 messages are on their way. One guest was not messaged/)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(bodySent('announceToQueue')).toEqual({ text: 'We close early.' })
  })

  test('asks for a text when it is empty, and sends nothing', async () => {
    const { user, sent } = open({ accepted: 0, not_sent: 0 })
    await user.click(button('Send to everybody in line'))
    expect(saidAt('Message')).toContain('Write something')
    expect(sent('announceToQueue')).toEqual([])
  })

  test('keeps the text when the request fails', async () => {
    const { onClose } = open(refuse('not_found', 'There is no such queue.'))
    fill('Message', 'We close early.')
    button('Send to everybody in line').click()
    await screen.findByText(/no such queue/)
    expect(field('Message').value).toBe('We close early.')
    expect(onClose).not.toHaveBeenCalled()
  })
})
