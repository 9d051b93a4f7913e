import { sessionClient, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { invite, newAddresses, signUp } from '../people.ts'
import { PASSWORD, signIn } from './dashboard.ts'
import { clearTime, enterDate, enterTime } from './dates.ts'
import { useDashboard } from './during-tests.ts'

const emailOf = newAddresses()

const HOSTILE = '<img src=x onerror="document.title=1">'

const dashboard = useDashboard()

const url = () => dashboard.usher.stack.url

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

/** The section of a page under a heading. */
const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

/** A new organisation with one queue. */
async function venue(email: string, queue: object = {}) {
  const owner = await signUp(url(), email, 'Venue')
  const { body } = await owner('POST', '/v1/queues', { body: { name: 'Dinner', ...queue } })
  const read = async (path = '') => (await owner('GET', `/v1/queues/${body.id}${path}`)).body
  return { owner, read, id: String(body.id), person: { email, password: PASSWORD } }
}

describe('the queue settings of a venue', () => {
  test('open once a new queue is created, after its form marked an invalid entry', async () => {
    await signUp(url(), emailOf('creates'), 'Venue')
    const person = { email: emailOf('creates'), password: PASSWORD }
    const { page, faults } = await dashboard.visitAs(person, '/queues')
    await page.getByRole('link', { name: 'New queue' }).click()
    await page.getByLabel('Name').fill(HOSTILE)
    await page.getByLabel('Parties served at once').fill('2000')
    await page.getByRole('button', { name: 'Create queue' }).click()
    await page
      .getByText(/Too big|1000/)
      .first()
      .waitFor()
    await page.getByLabel('Parties served at once').fill('3')
    await page.getByRole('button', { name: 'Create queue' }).click()
    await heading(page, `Settings of ${HOSTILE}`)
    const owner = await sessionClient(url(), person)
    const [queue] = (await owner('GET', '/v1/queues')).body.data
    expect(queue).toMatchObject({ name: HOSTILE, servers: 3, timezone: 'UTC', capacity: null })
    expect(await page.title()).toBe('Queue settings · Usher')
    expect(faults).toEqual([])
  })

  test('keep opening hours, joining, classes, fields and messages', async () => {
    const { person, id, read } = await venue(emailOf('settings'))
    const { page, faults } = await dashboard.visitAs(person, `/queues/${id}/settings`)
    await heading(page, 'Settings of Dinner')

    const hours = card(page, 'Opening hours')
    await hours.getByLabel('Always open').uncheck()
    await clearTime(hours, 'Friday, to')
    await hours.getByRole('button', { name: 'Save' }).click()
    await hours.getByText('Must be a time of day such as 09:30').waitFor()
    await enterTime(hours, 'Friday, to', '23:30')
    await hours.getByRole('button', { name: 'Remove hours for Monday' }).click()
    await hours.getByRole('button', { name: 'Add a date' }).click()
    await enterDate(hours, 'Date', '2026-12-25')
    await hours.getByRole('button', { name: 'Save' }).click()
    await until('the hours', async () => (await read()).opening_exceptions.length === 1)
    const { opening_hours, opening_exceptions } = await read()
    expect(opening_hours).toHaveLength(4)
    expect(opening_hours).toContainEqual({ day: 'friday', start: '09:00', end: '23:30' })
    expect(opening_exceptions).toEqual([{ date: '2026-12-25', windows: [] }])

    const join = card(page, 'Self-service joining')
    await join.getByLabel('Guests can join themselves').check()
    await join.getByLabel('Largest party to join').fill('4')
    await join.getByRole('button', { name: 'Save' }).click()
    await join.getByRole('img', { name: 'QR code for joining Dinner' }).waitFor()
    const queue = await read()
    expect(queue).toMatchObject({ public_join: true, public_join_limits: { max_party_size: 4 } })
    const slug = queue.join_url.split('/').at(-1)
    for (const [name, path] of [
      [/poster/, `/join/${slug}/poster`],
      [/Display/, `/display/${slug}`],
    ] as const) {
      expect(await join.getByRole('link', { name }).getAttribute('href')).toBe(path)
      expect((await page.request.get(path)).status()).toBe(200)
    }

    const classes = card(page, 'Priority classes')
    await classes.getByRole('button', { name: 'Add a class' }).click()
    await classes.getByLabel('Name of class 1').fill('Très VIP')
    await classes.getByRole('button', { name: 'Save' }).click()
    await until('the class', async () => (await read()).priority_classes.length === 1)
    expect((await read()).priority_classes).toEqual([{ key: 'tres_vip', name: 'Très VIP', level: 1 }])

    const fields = card(page, 'Custom fields')
    await fields.getByRole('button', { name: 'Add a field' }).click()
    await fields.getByLabel('Label of field 1').fill('Seat')
    await fields.getByLabel('Kind of field 1').selectOption('choice')
    await fields.getByLabel('Choices').fill('Inside, Terrace')
    await fields.getByRole('button', { name: 'Save' }).click()
    await until('the field', async () => (await read()).custom_fields.length === 1)
    expect((await read()).custom_fields).toEqual([
      {
        ...{ key: 'seat', label: 'Seat', type: 'choice', required: false, public: true },
        options: ['Inside', 'Terrace'],
      },
    ])

    const messages = card(page, 'Messages')
    await messages.getByLabel('When they join').uncheck()
    await messages.getByLabel('Quiet hours').check()
    await messages.getByRole('button', { name: 'Save' }).click()
    await until('the messages', async () => (await read('/messages')).quiet_hours !== null)
    expect((await read('/messages')).automatic).toMatchObject({ added: false, ready: true })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test.each(['desktop', 'phone'] as const)(
    'mark the section that is shown on a %s, and link to it',
    async (width) => {
      const { person, id } = await venue(emailOf(`sections-${width}`))
      const { page, faults } = await dashboard.visitAs(person, `/queues/${id}/settings`, { width })
      const sections = page.getByRole('navigation', { name: 'Sections' })
      const marked = (name: string) => sections.locator('[aria-current]', { hasText: name }).waitFor()
      await marked('Open or paused')
      await sections.getByRole('link', { name: 'Opening hours' }).click()
      await marked('Opening hours')
      expect(page.url()).toMatch(/#hours$/)
      const isInView = (name: string) =>
        until(`${name} in view`, async () => {
          const top = (await page.getByRole('heading', { name, level: 2 }).boundingBox())?.y ?? -1
          const shownFrom = await sections.evaluate((row) => row.getBoundingClientRect().top)
          return top >= shownFrom && top < 500
        })
      await isInView('Opening hours')
      await page.mouse.wheel(0, -10_000)
      await marked('Open or paused')
      await page.mouse.wheel(0, 10_000)
      await marked('Delete the queue')
      expect(await accessibilityFaults(page)).toEqual([])
      await page.goto(`/queues/${id}/settings#classes`)
      await page.reload()
      await isInView('Priority classes')
      await marked('Priority classes')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width === 'phone' ? 390 : 1440)
      expect(faults).toEqual([])
    },
  )

  test('pause a queue with a reason, and delete it with its guests once that is ticked', async () => {
    const { person, owner, id, read } = await venue(emailOf('deletes'))
    const { page, faults } = await dashboard.visitAs(person, `/queues/${id}/settings`)
    await page.getByLabel('Reason').fill('The kitchen is behind')
    await page.getByRole('button', { name: 'Pause the queue' }).click()
    await heading(page, 'The queue is paused')
    expect(await read()).toMatchObject({ status: 'paused', pause_reason: 'The kitchen is behind' })
    await page.getByRole('button', { name: 'Resume the queue' }).click()
    await heading(page, 'The queue is open')

    await owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada', party_size: 2 } })
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete the queue' }).click()
    await page.getByLabel('Also remove the guests who are still waiting').check()
    await page.getByRole('button', { name: 'Delete the queue' }).click()
    await heading(page, 'No queues yet')
    expect(await read()).toMatchObject({ code: 'not_found' })
    expect(faults).toEqual([])
  })

  test('ask before overwriting a changed name, but not because guests joined', async () => {
    const { person, id, read, owner } = await venue(emailOf('together'))
    const { page, faults } = await dashboard.visitAs(person, `/queues/${id}/settings`)
    const basics = card(page, 'Queue details')
    const hours = card(page, 'Opening hours')
    await basics.getByLabel('Name').fill('Mine')
    await basics.getByLabel('Parties served at once').fill('4')
    await hours.getByLabel('Always open').uncheck()
    await owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })
    await owner('PATCH', `/v1/queues/${id}`, { body: { name: 'Theirs' } })
    await hours.getByRole('button', { name: 'Save' }).click()
    await until('the hours', async () => (await read()).opening_hours !== null)
    expect((await read()).name).toBe('Theirs')
    await basics.getByRole('button', { name: 'Save' }).click()
    await basics.getByRole('alert').getByText('Name is now Theirs').waitFor()
    expect(await basics.getByLabel('Name').inputValue()).toBe('Mine')
    expect(await read()).toMatchObject({ name: 'Theirs', servers: 1 })
    await basics.getByRole('button', { name: 'Take theirs' }).click()
    expect(await basics.getByLabel('Name').inputValue()).toBe('Theirs')
    await basics.getByLabel('Parties served at once').fill('5')
    await basics.getByRole('button', { name: 'Save' }).click()
    await until('the change', async () => (await read()).servers === 5)
    expect((await read()).name).toBe('Theirs')
    expect(faults).toEqual([])
  })

  test('are read-only for a viewer', async () => {
    const { owner, id } = await venue(emailOf('bounds'))
    const viewer = await invite(url(), owner, { email: emailOf('viewer'), role: 'viewer' })
    const { page } = await dashboard.visitAs(viewer, `/queues/${id}/settings`)
    await heading(page, 'Current settings')
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Message sending', includeHidden: true }).count()).toBe(0)
    await page.goto('/settings/messages')
    await heading(page, 'Your role does not allow this')
  })
})

describe('the messages of a venue', () => {
  test('use a changed copy of a built-in template, with hostile text shown as text', async () => {
    const { person, owner } = await venue(emailOf('words'))
    const { page, faults } = await dashboard.visitAs(person, '/messages/templates')
    await card(page, 'Called').getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Saving creates your own version').waitFor()
    await dialog.getByLabel('Text').fill(`${HOSTILE} {{ guest_name }} 👋`)
    await dialog.getByText(/1 segment as an SMS .*UCS-2/).waitFor()
    await dialog.getByRole('region', { name: 'Preview' }).getByText(HOSTILE).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByLabel('Text').fill('{{ nobody_knows }}')
    await dialog.getByText(/"nobody_knows" is not known/).waitFor()
    await dialog.getByLabel('Text').fill(`${HOSTILE} {{ guest_name }} 👋`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data } = (await owner('GET', '/v1/notifications/templates?limit=100')).body
    expect(data.filter((one: { is_default: boolean }) => !one.is_default)).toMatchObject([
      { kind: 'ready', locale: 'en', text: `${HOSTILE} {{ guest_name }} 👋` },
    ])
    expect(faults).toEqual([])
  })

  test('are listed with their attempts', async () => {
    const { person, owner } = await venue(emailOf('sends'))
    const sent = await owner('POST', '/v1/notifications/send', {
      body: { to: '+14155552671', text: HOSTILE },
    })
    expect(sent.status).toBe(202)
    await until('the attempt', async () => {
      const { body } = await owner('GET', `/v1/notifications/${sent.body.id}`)
      return body.attempts.length > 0
    })
    const { page, faults } = await dashboard.visitAs(person, '/messages')
    await page.getByRole('button', { name: /14155552671/ }).click()
    await page.getByRole('dialog').getByText(HOSTILE).waitFor()
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })

  test('list an opt-out that staff add, and drop it when they send again', async () => {
    const { person, owner } = await venue(emailOf('optout'))
    const { page, faults } = await dashboard.visitAs(person, '/messages/opt-outs')
    await page.getByLabel('Number or e-mail address').fill('+1 415 555 2671')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('+14155552671').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Send again to +14155552671' }).click()
    await heading(page, 'No opt-outs')
    expect((await owner('GET', '/v1/notifications/opt-outs')).body.data).toEqual([])
    expect(faults).toEqual([])
  })

  test('never show the secret of a provider that is added, changed and removed', async () => {
    const { person, owner } = await venue(emailOf('provides'))
    const list = async () => (await owner('GET', '/account/message-providers')).body.data
    const { page, faults } = await dashboard.visitAs(person, '/settings/messages')
    await page.getByRole('button', { name: 'Add a message service' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Main number')
    await dialog.getByLabel('Account SID').fill('AC1')
    await dialog.getByLabel('Auth token').fill('0123456789abcdef'.repeat(2))
    await dialog.getByLabel('Sender').fill('+14155552671')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Must be AC and 32 hexadecimal digits').waitFor()
    await dialog.getByLabel('Account SID').fill(`AC${'0'.repeat(32)}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Send test' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change Main number' }).click()
    expect(await dialog.getByLabel('Auth token').inputValue()).toBe('')
    await dialog.getByLabel('Order').fill('7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('7. Main number').waitFor()
    expect(await list()).toMatchObject([{ kind: 'twilio', priority: 7, credentials: { auth_token: {} } }])
    await page.getByRole('button', { name: 'Remove Main number' }).click()
    await page.getByRole('button', { name: 'Confirm: remove Main number' }).click()
    await page.getByText('None. Messages go through').waitFor()
    expect(await list()).toEqual([])
    expect(faults).toEqual([])
  })

  test('keep a limit that is set, and return to the default when it is emptied', async () => {
    const { person, owner } = await venue(emailOf('limits'))
    const { page, faults } = await dashboard.visitAs(person, '/settings/messages')
    const limits = card(page, 'Countries and limits')
    const field = limits.getByLabel('Per recipient and hour')
    const usual = await field.inputValue()
    await field.fill('3')
    await limits.getByRole('button', { name: 'Save' }).click()
    const held = async () => (await owner('GET', '/v1/notifications/settings')).body.per_number_per_hour
    await until('the limit', async () => (await held()) === 3)
    await owner('PATCH', '/v1/notifications/settings', { body: { per_number_per_hour: 4 } })
    await field.fill('5')
    await limits.getByRole('button', { name: 'Save' }).click()
    await limits.getByRole('alert').getByText('Per recipient and hour is now 4').waitFor()
    await limits.getByRole('button', { name: 'Take theirs' }).click()
    expect(await field.inputValue()).toBe('4')
    await field.fill('')
    await limits.getByRole('button', { name: 'Save' }).click()
    await until('the usual one', async () => String(await held()) === usual)
    expect(faults).toEqual([])
  })
})

describe('a browser whose language is no BCP 47 tag', () => {
  test('signs in and draws the charts of Insights', async () => {
    const { person, owner, id } = await venue(emailOf('posix'))
    const guest = (await owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })).body.id
    await owner('POST', `/v1/guests/${guest}/seat`)
    const { page, faults } = await dashboard.visit('/sign-in?next=/insights')
    await page
      .context()
      .addInitScript(
        "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
      )
    await page.reload()
    await page.locator(':focus[autocomplete=username]').waitFor()
    await signIn(page, person)
    await page.waitForURL((url) => url.pathname === '/insights')
    await card(page, 'No-shows and abandonment').locator('canvas').waitFor()
    expect(faults).toEqual([])
  })
})

describe('the insights of a queue', () => {
  test('show charts and figures of arrivals, waits and outcomes, with exports to files', async () => {
    const { person, owner, id } = await venue(emailOf('insights'), { name: HOSTILE })
    const add = async (name: string) =>
      (await owner('POST', `/v1/queues/${id}/guests`, { body: { name, party_size: 3 } })).body.id
    const [seated, gone] = [await add('Ada'), await add('Grace'), await add('Joan')]
    await owner('POST', `/v1/guests/${seated}/seat`)
    await owner('DELETE', `/v1/guests/${gone}`)
    await owner('POST', '/v1/webhook-endpoints', {
      body: { url: 'https://receiver.test/hook', enabled: false },
    })
    const { page, faults } = await dashboard.visitAs(person, '/insights')
    await card(page, 'Totals').getByText('9', { exact: true }).waitFor()
    await card(page, 'Quoted and actual waits')
      .getByText('The chart appears once there are two days of data.')
      .waitFor()
    expect(await card(page, 'Arrivals').locator('td[data-level="5"]').allTextContents()).toEqual(['3'])
    const outcomes = card(page, 'No-shows and abandonment')
    await outcomes.getByText('As a table').click()
    const names = ['Seated', 'Left', 'No-show']
    expect(await outcomes.getByRole('columnheader').allTextContents()).toEqual(names)
    expect(await outcomes.locator('canvas').count()).toBe(1)
    await card(page, 'Webhook deliveries').getByText('receiver.test').waitFor()
    const file = await card(page, 'Totals')
      .getByRole('link', { name: 'Export guests (CSV)' })
      .getAttribute('href')
    const csv = await (await page.request.get(String(file))).text()
    expect(csv).toContain('Grace')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Period').selectOption('90')
    await card(page, 'Totals').getByText('9', { exact: true }).waitFor()
    await card(page, 'In short').getByText('3 parties with 9 guests joined.').waitFor()
    await card(page, 'Covers').locator('canvas').waitFor()
    await page.goto('/developers')
    const usage = await page.getByRole('link', { name: 'Export usage (CSV)' }).getAttribute('href')
    expect((await page.request.get(String(usage))).headers()['content-type']).toContain('text/csv')
    expect(faults).toEqual([])
  })
})
