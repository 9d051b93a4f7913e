import { readFile } from 'node:fs/promises'
import { PNG } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { choose, rowOf, untilShown } from './board.ts'
import { enterDate } from './dates.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

/** Counts clicks, and keys other than those of what is typed into a field. */
const COUNTER = `
  if (!window.effort) {
    addEventListener('pointerdown', () => { effort.clicks += 1 }, true)
    addEventListener('keydown', (event) => {
      const isTyping = event.key.length === 1 && event.target.matches('input, textarea')
      if (!isTyping && !['Shift', 'Control'].includes(event.key)) effort.keys += 1
    }, true)
  }
  window.effort = { clicks: 0, keys: 0 }`

type Effort = Readonly<Record<'clicks' | 'keys', number>>

async function effortOf(page: Page, task: () => Promise<unknown>): Promise<Effort> {
  await page.evaluate(COUNTER)
  await task()
  return await page.evaluate<Effort>('effort')
}

/** A row of the table in docs/board.md, by the name of its task. */
async function documented(task: string): Promise<Effort> {
  const text = await readFile(new URL('../../../docs/board.md', import.meta.url), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${task} |`))
  const [, , , clicks, keys] = row?.split('|').map((cell) => cell.trim()) ?? []
  return { clicks: Number(clicks), keys: Number(keys) }
}

async function createQueue(body: object): Promise<string> {
  return (await boards.owner('POST', '/v1/queues', { body })).body.id
}

async function add(queue: string, body: object): Promise<string> {
  return (await boards.owner('POST', `/v1/queues/${queue}/guests`, { body })).body.id
}

/** A day to come on which the demo's providers work. */
function nextMonday(): string {
  const today = new Date()
  const daysAhead = 7 - ((today.getUTCDay() + 6) % 7)
  return new Date(today.getTime() + daysAhead * 86_400_000).toISOString().slice(0, 10)
}

/** What a host does for each task of the documents, on a board that shows Ada and Bob. */
const TASKS: Record<string, (page: Page, queue: string) => Promise<unknown>> = {
  async 'Call the next guest'(page) {
    await page.keyboard.press('n')
    await rowOf(page, 'Ada').getByText('Called').waitFor()
  },
  async 'Call and undo'(page) {
    await page.keyboard.press('n')
    await rowOf(page, 'Ada').getByText('Called').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Ada').getByText('Called').waitFor({ state: 'detached' })
  },
  async 'Seat a guest'(page) {
    await rowOf(page, 'Ada').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Seat' }).click()
    await untilShown(page, ['Bob'])
  },
  async 'Transfer a guest'(page) {
    await choose(page, 'Ada', 'Transfer to another queue')
    await page.getByRole('combobox', { name: 'Queue' }).click()
    await page.getByRole('option', { name: /Patio/ }).first().click()
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await untilShown(page, ['Bob'])
  },
  async 'Go to another queue'(page) {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('textbox', { name: 'Find a person, queue or page' })
    await search.waitFor()
    await page.keyboard.type('patio')
    await page.getByText('Patio').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Patio' }).waitFor()
  },
}

describe('the tasks of a host in docs/board.md', () => {
  test.each(Object.entries(TASKS))('take the documented clicks and keys: %s', async (name, play) => {
    await createQueue({ name: 'Patio' })
    const { id, page } = await boards.open(['Ada', 'Bob'])
    await untilShown(page, ['Ada', 'Bob'])
    expect(await effortOf(page, () => play(page, id))).toEqual(await documented(name))
  })

  test('take the documented clicks and keys: add a walk-in with a required field', async () => {
    const custom_fields = [{ key: 'allergies', label: 'Allergies', type: 'text', required: true }]
    const id = await createQueue({ name: 'Brunch', custom_fields })
    await add(id, { name: 'Bob', fields: { allergies: 'none' } })
    const { page } = await boards.look(id)
    await untilShown(page, ['Bob'])
    await page.getByLabel(/^Allergies/).waitFor()
    const effort = await effortOf(page, async () => {
      await page.keyboard.press('c')
      await page.keyboard.type('Ada')
      for (const _ of ['phone', 'party', 'allergies']) await page.keyboard.press('Tab')
      await page.keyboard.type('nuts')
      await page.keyboard.press('Enter')
      await untilShown(page, ['Bob', 'Ada'])
    })
    expect(effort).toEqual(await documented('Add a walk-in with a required field'))
  })

  test('take the documented clicks and keys: call the next guest for a table of two', async () => {
    const id = await createQueue({ name: 'Dinner' })
    await add(id, { name: 'Ada', party_size: 4 })
    await add(id, { name: 'Bob', party_size: 2 })
    const { page } = await boards.look(id)
    await untilShown(page, ['Ada', 'Bob'])
    const effort = await effortOf(page, async () => {
      await page.keyboard.press('2')
      await rowOf(page, 'Bob').getByText('Called').waitFor()
    })
    expect(effort).toEqual(await documented('Next for 2: call the first party that fits a table of two'))
  })

  test('take the documented clicks and keys: find and bring back a guest who left', async () => {
    const { id, page } = await boards.open(['Ada', 'Bob'])
    const guests = (await boards.owner('GET', `/v1/queues/${id}/guests`)).body.data
    await boards.owner('POST', `/v1/guests/${guests[0].id}/seat`)
    await untilShown(page, ['Bob'])
    const found = await effortOf(page, async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('ada')
      await page.getByRole('button', { name: 'Bring back' }).waitFor()
    })
    expect(found).toEqual(await documented('Find a guest who was seated earlier'))
    await page.getByLabel('Search').fill('')
    const undone = await effortOf(page, async () => {
      await page.getByText('Left', { exact: true }).click()
      await page.getByRole('button', { name: 'Bring back' }).click()
      await boards.untilLine(id, ['Ada', 'Bob'])
    })
    expect(undone).toEqual(await documented('Undo a seating after five minutes'))
  })

  test('take the documented clicks and keys: answer a reply', async () => {
    const [id, phone] = [await createQueue({ name: 'Dinner' }), '+12015550188']
    const guest = await add(id, { name: 'Ada', phone })
    const { page } = await boards.look(id)
    const body = { from: phone, text: 'Is there a ramp?' }
    await boards.owner('GET', `/v1/guests/${guest}/conversation`)
    await boards.owner('POST', '/v1/notifications/sandbox/inbound', { body })
    await rowOf(page, 'Ada').getByText('Unread reply').waitFor()
    const effort = await effortOf(page, async () => {
      await page.getByRole('button', { name: 'Ada', exact: true }).click()
      await page.locator('textarea:focus').waitFor()
      await page.keyboard.type('Yes, at the side.')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('log').getByText('Yes, at the side.').waitFor()
    })
    expect(effort).toEqual(await documented('Answer a reply'))
  })

  test('take the documented clicks and keys: answer a reply from another page', async () => {
    const [id, phone] = [await createQueue({ name: 'Terrace' }), '+12015550189']
    const guest = await add(id, { name: 'Grace', phone })
    const { dashboard, owner } = boards
    const { page } = await dashboard.visitAs(dashboard.usher.demo, '/insights')
    await owner('GET', `/v1/guests/${guest}/conversation`)
    await owner('POST', '/v1/notifications/sandbox/inbound', { body: { from: phone, text: 'Is it dry?' } })
    const effort = await effortOf(page, async () => {
      await page.getByRole('link', { name: /^Replies\s*\d+ unread repl/ }).click()
      await page.getByRole('button', { name: /^Grace\s*Terrace/ }).click()
      await page.locator('textarea:focus').waitFor()
      await page.keyboard.type('Yes, it has a roof.')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('log').getByText('Yes, it has a roof.').waitFor()
    })
    expect(effort).toEqual(await documented('Answer from anywhere'))
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: /^Grace/ }).waitFor({ state: 'detached' })
  })

  test('take the documented clicks and keys: find a booking by surname', async () => {
    const { dashboard, owner } = boards
    const [type] = (await owner('GET', '/api/service-types')).body.data
    const at = { service_type_id: type.id, from: nextMonday() }
    const { start } = (await owner('GET', `/api/availability/first?${new URLSearchParams(at)}`)).body.data
    const body = { service_type_id: type.id, start, customer: { name: 'Hedy Lamarr' } }
    expect((await owner('POST', '/api/bookings', { body })).status).toBe(201)
    const { page } = await dashboard.visitAs(dashboard.usher.demo, '/queues')
    const effort = await effortOf(page, async () => {
      await page.keyboard.press('Control+k')
      await page.locator('input[placeholder^="Find a person"]:focus').waitFor()
      await page.keyboard.type('lamarr')
      await page.getByRole('button', { name: /^Hedy Lamarr/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Booking', exact: true }).getByText('Hedy Lamarr').waitFor()
    })
    expect(effort).toEqual(await documented('Find a booking by surname'))
  })

  test('take the documented clicks and keys: take a booking by phone', async () => {
    const { dashboard, owner } = boards
    const { page } = await dashboard.visitAs(dashboard.usher.demo, '/bookings')
    await enterDate(page, 'Date', nextMonday())
    const time = page.getByRole('button', { name: 'Book Grace at 10:30 AM' })
    await time.waitFor()
    const effort = await effortOf(page, async () => {
      await time.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: '10:30 AM', pressed: true }).waitFor()
      await dialog.locator('input:focus').waitFor()
      await page.keyboard.type('Ada Lovelace')
      await page.keyboard.press('Tab')
      await page.keyboard.type('+12015550188')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Ada Lovelace 10:30 AM · Haircut/ }).waitFor()
    })
    expect(effort).toEqual(await documented('Take a booking by phone'))
    const { data } = (await owner('GET', '/api/bookings?phone=%2B12015550188')).body
    expect(data).toMatchObject([{ customer: { name: 'Ada Lovelace' }, source: 'dashboard' }])
  })

  test('take the documented clicks and keys: give the venue its logo and colour', async () => {
    const { page } = await boards.open([])
    await page.getByLabel('Name').waitFor()
    const effort = await effortOf(page, async () => {
      await page.keyboard.press('Control+k')
      await page.locator('input[placeholder^="Find a person"]:focus').waitFor()
      await page.keyboard.type('organis')
      await page.getByRole('button', { name: 'Organisation' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: /(Upload a|Replace the) logo/ }).click(),
      ])
      await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
      await page.getByText('Logo saved.').waitFor()
      await page.getByLabel('Colour').click()
      await page.getByLabel('Colour').fill('#b23a48')
      await page.keyboard.press('Enter')
      await page.getByText('Brand saved.').waitFor()
    })
    expect(effort).toEqual(await documented('Give the venue its logo and colour'))
  })
})
