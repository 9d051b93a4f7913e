import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { accessibilityFaults, contrastFaults } from '../accessibility.ts'
import { newAddresses, signUp } from '../people.ts'
import { PASSWORD } from './dashboard.ts'
import { useDashboard } from './during-tests.ts'
import { testHostileTexts } from './hostile.ts'
import { OPEN_PAGES, PAGES } from './pages.ts'

const emailOf = newAddresses()

const MAX_FIRST_LOAD_BYTES = 300_000

const dashboard = useDashboard()

describe('every page of the dashboard', () => {
  test.each([
    { theme: 'light', faultsOf: accessibilityFaults },
    { theme: 'dark', faultsOf: contrastFaults },
  ] as const)(
    'has no axe findings and no content policy violations in the $theme theme',
    async ({ theme, faultsOf }) => {
      const { demo } = dashboard.usher
      const open = await dashboard.visit('/sign-in', { theme })
      for (const { path, shown } of OPEN_PAGES) {
        await open.page.goto(path)
        await open.page.getByRole('heading', { name: shown }).waitFor()
        expect([path, ...(await faultsOf(open.page))]).toEqual([path])
      }
      const inside = await dashboard.visitAs(demo, '/queues', { theme })
      for (const { path, shown } of PAGES) {
        await inside.page.goto(path)
        await inside.page.getByRole('heading', { name: shown }).first().waitFor()
        expect([path, ...(await faultsOf(inside.page))]).toEqual([path])
      }
      expect([...open.faults, ...inside.faults]).toEqual([])
    },
  )
})

describe('the build of the dashboard', () => {
  test('needs less than 300 kB of compressed JavaScript to open the list of queues', async () => {
    const folder = dashboard.usher.stack.environments.gateway?.DASHBOARD_DIR ?? ''
    const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
    const needed = new Set<string>()
    const visit = (name: string) => {
      const { file, imports = [] } = manifest[name]
      if (needed.has(file)) return
      needed.add(file)
      for (const one of imports) visit(one)
    }
    visit('index.html')
    visit('src/pages/queues/page.tsx')
    const files = await Promise.all([...needed].map((file) => readFile(join(folder, file))))
    const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(MAX_FIRST_LOAD_BYTES)
  })
})

describe('the shell of the dashboard', () => {
  test('keeps the chosen theme after a reload', async () => {
    const { page, faults } = await dashboard.visitAs(dashboard.usher.demo, '/queues')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Queues', exact: true }).waitFor()
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')
    expect(faults).toEqual([])
  })

  test('fits the screen of a phone, where the navigation opens from a button', async () => {
    await signUp(
      dashboard.usher.stack.url,
      emailOf('phone'),
      'A very long name of an organisation, as some have it',
    )
    const person = { email: emailOf('phone'), password: PASSWORD }
    const { page, faults } = await dashboard.visitAs(person, '/settings/security', { width: 'phone' })
    await page.getByRole('heading', { name: 'Password and security' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('link', { name: 'Queues' }).click()
    await page.getByRole('heading', { name: 'Queues', exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('says that a page was not found', async () => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, '/queues')
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.title()).not.toContain('undefined')
  })

  test('says that the connection is lost, and sends a new queue once it is back', async () => {
    await signUp(dashboard.usher.stack.url, emailOf('tunnel'), 'Tunnel')
    const person = { email: emailOf('tunnel'), password: PASSWORD }
    const { page } = await dashboard.visitAs(person, '/')
    await page.getByLabel('Name').fill('Written in a tunnel')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create queue' }).click()
    await page.getByText('No connection.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Your first guest' }).waitFor()
    expect(await page.getByText('No connection.').count()).toBe(0)
  })
})

testHostileTexts(() => dashboard)
