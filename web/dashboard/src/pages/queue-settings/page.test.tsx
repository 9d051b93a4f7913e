import { screen, waitFor, within } from '@testing-library/react'
import { Route } from 'wouter'
import { renderWith } from '../../testing/render.tsx'
import { ME, pageOf, QUEUE, QUEUE_MESSAGES } from '../../testing/samples.ts'
import { Page } from './page.tsx'

function openPage(hash = '', scopes = ME.scopes) {
  window.history.replaceState(null, '', `/queues/${QUEUE.id}/settings${hash}`)
  const answers = {
    getQueue: QUEUE,
    listQueues: pageOf(QUEUE),
    getQueueMessages: QUEUE_MESSAGES,
    getQueueRefusals: { data: [] },
  }
  return renderWith(answers, <Route path="/queues/:id/settings" component={Page} />, { ...ME, scopes })
}

const sections = () => screen.findByRole('navigation', { name: 'Sections' })

const current = async () =>
  within(await sections())
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => link.textContent)

describe('the page of queue settings', () => {
  test('has a link to each of its sections', async () => {
    openPage()
    const links = within(await sections()).getAllByRole('link')
    expect(links).toHaveLength(8)
    const headingOf = (link: HTMLElement) =>
      document.querySelector(link.getAttribute('href') ?? '')?.querySelector('h2')
    expect(links.filter((link) => !headingOf(link)).map((link) => link.textContent)).toEqual([])
  })

  test('puts the section chosen by keyboard into its address, and marks it', async () => {
    const { user } = openPage()
    within(await sections())
      .getByRole('link', { name: 'Opening hours' })
      .focus()
    await user.keyboard('{Enter}')
    expect(window.location.hash).toBe('#hours')
    await waitFor(async () => expect(await current()).toEqual(['Opening hours']))
  })

  test('scrolls to the section named in its address once it is loaded', async () => {
    const goTo = jest.spyOn(HTMLElement.prototype, 'scrollIntoView')
    openPage('#fields')
    await waitFor(async () => expect(await current()).toEqual(['Custom fields']))
    expect(goTo.mock.contexts.map((one) => (one as HTMLElement).id)).toContain('fields')
  })

  test('has no sections for a role that may not change settings', async () => {
    openPage('', ['queues:read'])
    expect(await screen.findByRole('heading', { name: 'Current settings' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
