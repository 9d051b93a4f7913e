import { PNG, sessionClient, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { useDashboard } from './during-tests.ts'

const dashboard = useDashboard()

/** Yellow, dark enough to be read on a light page. */
const SHADES = { light: expect.stringMatching(/^#(?!ffee00|1f5c4d)/), dark: '#ffee00' }
const ADDRESS = '12 Harbour Street\nLondon'

async function giveBrand(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
  await page.getByAltText('The logo').waitFor()
  await page.getByLabel('Address').fill(ADDRESS)
  await page.getByLabel('Phone').fill('(415) 555-2671')
  await page.getByLabel('Colour').fill('#ffee00')
  await page.getByText('would be hard to read').waitFor()
  await page.getByLabel('Privacy notice').fill('https://clinic.example/privacy')
  await page
    .locator('section', { hasText: 'What guests see' })
    .getByRole('button', { name: 'Save brand' })
    .click()
  await page.getByText('Brand saved.').waitFor()
}

/** A queue that anybody may join, with a guest: paths of the pages that show its venue. */
async function givenPages(): Promise<Record<'place' | 'join' | 'poster' | 'display', string>> {
  const { stack, demo } = dashboard.usher
  const owner = await sessionClient(stack.url, demo.second)
  const { body: queue } = await owner('POST', '/v1/queues', {
    body: { name: 'Blood tests', public_join: true },
  })
  const { body: guest } = await owner('POST', `/v1/queues/${queue.id}/guests`, { body: { name: 'Ada' } })
  const join = new URL(queue.join_url).pathname
  return {
    place: new URL(guest.status_url).pathname,
    ...{ join, poster: `${join}/poster`, display: join.replace('/join/', '/display/') },
  }
}

/** The brand colour that a page is drawn in. */
const colorOf = (page: Page) =>
  page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()")

/** Pages remember a brand for some seconds, so another test may have shown them the one before. */
const untilBranded = (page: Page) =>
  until('the page to have the brand', async () => {
    await page.reload()
    return (await page.locator('img.logo').count()) === 1
  })

describe('the brand of an organisation', () => {
  test('is shown on every guest page in both themes, with readable contrast', async () => {
    const { page, faults } = await dashboard.visitAs(dashboard.usher.demo.second, '/settings/organization')
    await giveBrand(page)
    expect([await accessibilityFaults(page), faults]).toEqual([[], []])
    for (const [name, path] of Object.entries(await givenPages())) {
      for (const theme of ['light', 'dark'] as const) {
        const guest = await dashboard.visit(path, { theme, width: 'phone' })
        await untilBranded(guest.page)
        for (const text of ['Demo Clinic', 'Blood tests']) await guest.page.getByText(text).first().waitFor()
        const width = await guest.page.evaluate<number>("document.querySelector('img.logo').naturalWidth")
        expect([name, theme, width, await colorOf(guest.page)]).toEqual([name, theme, 1, SHADES[theme]])
        expect([name, theme, await accessibilityFaults(guest.page), guest.faults]).toEqual([
          name,
          theme,
          [],
          [],
        ])
      }
    }
    const { join, place } = await givenPages()
    const guest = await dashboard.visit(place)
    expect(await guest.page.locator('address').textContent()).toContain('12 Harbour Street')
    const call = guest.page.getByRole('link', { name: '+1 415 555 2671' })
    expect(await call.getAttribute('href')).toBe('tel:+14155552671')
    await guest.page.goto(join)
    await guest.page.getByText('keeps them for 30 days').waitFor()
    const notice = guest.page.getByRole('link', { name: 'Privacy notice' })
    expect(await notice.getAttribute('href')).toBe('https://clinic.example/privacy')
  })
})
