import { cleanup, screen } from '@testing-library/react'
import { renderWith } from '../../testing/render.tsx'
import { pageOf, QUEUE } from '../../testing/samples.ts'
import { Page } from './page.tsx'

afterEach(() => localStorage.clear())

const figures = {
  ...{ requests: 0, errors: 0, bytes_in: 0, bytes_out: 0 },
  latency_ms: { p50: null, p95: null, p99: null },
}

const AT = '2026-05-04T09:00:00.000Z'
const usage = { data: [], totals: figures, lost: null, from: AT, to: AT, as_of: AT }

const openPage = () => renderWith({ listQueues: pageOf(QUEUE), getUsage: usage }, <Page />)

const shown = () =>
  screen.getAllByRole('group', { name: / with / }).map((sample) => sample.getAttribute('aria-label'))

const choose = (language: string) => screen.getAllByRole('tab', { name: language })[0] as HTMLElement

describe('the page for developers', () => {
  test('shows samples for curl where possible, with the id of an existing queue', async () => {
    openPage()
    expect(shown()).toEqual([
      ...['List queues with curl', 'Add a guest with curl', 'Receive webhooks with TypeScript'],
    ])
    expect(await screen.findByText(new RegExp(`/v1/queues/${QUEUE.id}/guests`))).toBeTruthy()
  })

  test('switches all samples to the chosen language, and keeps it on the next visit', async () => {
    const { user } = openPage()
    await user.click(choose('TypeScript'))
    const inTypeScript = ['List queues', 'Add a guest', 'Receive webhooks'].map(
      (one) => `${one} with TypeScript`,
    )
    expect(shown()).toEqual(inTypeScript)
    await user.click(choose('Python'))
    expect(shown().at(-1)).toBe('Receive webhooks with Python')
    await user.click(choose('TypeScript'))
    cleanup()
    openPage()
    expect(shown()).toEqual(inTypeScript)
  })

  test('copies the code of a sample to the clipboard', async () => {
    const { user } = openPage()
    await user.click(screen.getByRole('button', { name: 'Copy: List queues with curl' }))
    expect(await navigator.clipboard.readText()).toMatch(/^curl .*\/v1\/queues -H "authorization: Bearer/)
  })
})
