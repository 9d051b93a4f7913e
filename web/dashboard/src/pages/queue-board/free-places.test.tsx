import { screen, waitFor } from '@testing-library/react'
import { button, renderWith } from '../../testing/render.tsx'
import { QUEUE } from '../../testing/samples.ts'
import { FreePlaces } from './board-header.tsx'

const TABLES = { ...QUEUE, servers: 3, free_places: 2 }

describe('the free places of a queue', () => {
  test('sends one place fewer when − is pressed', async () => {
    const { user, sent } = renderWith(
      { countFreePlaces: ({ body }) => ({ ...TABLES, free_places: (body as { count: number }).count }) },
      <FreePlaces queue={TABLES} />,
    )
    expect(screen.getByRole('status').textContent).toBe('2 of 3 free')
    await user.click(button('One fewer place free'))
    await waitFor(() => expect(sent('countFreePlaces').map(({ body }) => body)).toEqual([{ count: 1 }]))
  })

  test('offers no further place when all are free', () => {
    renderWith({}, <FreePlaces queue={{ ...TABLES, free_places: 3 }} />)
    expect(button('One more place free').hasAttribute('disabled')).toBe(true)
  })

  test('is not shown for a queue that serves one party at a time', () => {
    renderWith({}, <FreePlaces queue={QUEUE} />)
    expect(screen.queryByText(/free/)).toBeNull()
  })
})
