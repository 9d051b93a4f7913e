import { until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { rowOf, untilShown } from './board.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

const focusedLabel = (page: Page) =>
  page.evaluate<string | undefined>(
    'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.labels?.[0]?.textContent',
  )

describe('the keyboard shortcuts of the board', () => {
  test('add, call and find a guest with C, N and /', async () => {
    const { id, page, faults } = await boards.open(['Ada'])
    await untilShown(page, ['Ada'])
    await page.keyboard.press('c')
    await page.keyboard.type('nice Grace')
    await page.keyboard.press('Enter')
    await untilShown(page, ['Ada', 'nice Grace'])
    await page.getByText('Waiting', { exact: true }).click()
    await page.keyboard.press('n')
    await page.getByText('All', { exact: true }).click()
    await rowOf(page, 'Ada').getByRole('button', { name: 'Seat' }).waitFor()
    await page.keyboard.press('/')
    await until('the search to have the focus', async () => (await focusedLabel(page)) === 'Search')
    await page.keyboard.type('grace')
    await untilShown(page, ['nice Grace'])
    expect(await boards.line(id)).toEqual(['Ada', 'nice Grace'])
    expect(faults).toEqual([])
  })

  test('do nothing once they are switched off, even after a reload', async () => {
    const { page } = await boards.open(['Ada'])
    await untilShown(page, ['Ada'])
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Call the next guest', { exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByLabel('Single-key shortcuts').click()
    await dialog.getByText('Off', { exact: false }).first().waitFor()
    await page.reload()
    await rowOf(page, 'Ada').getByRole('button', { name: 'Call' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'More for Dinner' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await dialog.waitFor()
    expect(await rowOf(page, 'Ada').getByRole('button', { name: 'Seat', includeHidden: true }).count()).toBe(
      0,
    )
  })

  test('find and open another queue by name with Ctrl+K', async () => {
    const { page } = await boards.open(['Ada'])
    const other = (await boards.owner('POST', '/v1/queues', { body: { name: 'Roof terrace' } })).body.id
    await page.keyboard.press('Control+k')
    const search = page.getByRole('textbox', { name: 'Find a person, queue or page' })
    await search.fill('terr')
    await page.getByText('Roof terrace').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === `/queues/${other}`)
    await page.getByLabel('Name').focus()
    await page.keyboard.press('Control+k')
    await search.waitFor()
  })
})
