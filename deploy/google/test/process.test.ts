import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ANN, aGoogle, anHour, calendarOf, connected, oauthClient } from './util.ts'

async function aFolder() {
  const path = await mkdtemp(join(tmpdir(), 'local-google-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

describe('a local Google that keeps what it knows', () => {
  test('keeps accounts, events, connections, channels and sync tokens over a restart', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'google.json')
    const before = await aGoogle({ file })
    const { credentials } = await connected(before)
    before.events(ANN).insert(anHour(9, { id: 'kept0' }))
    const api = await calendarOf(before)
    const first = await api.events.list({ calendarId: ANN })
    const requestBody = { id: 'channel', type: 'web_hook', address: 'http://127.0.0.1:9/hook' }
    await api.events.watch({ calendarId: ANN, requestBody })
    before.events(ANN).delete('kept0')
    await before[Symbol.asyncDispose]()

    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await using after = await aGoogle({ file })
    const client = oauthClient(after)
    client.setCredentials(credentials)
    await client.refreshAccessToken()
    const again = await calendarOf(after, ANN, client)
    const { data } = await again.events.list({
      calendarId: ANN,
      syncToken: first.data.nextSyncToken as string,
    })
    expect(data.items?.map(({ id, status }) => [id, status])).toEqual([['kept0', 'cancelled']])
    expect(after.channels.map(({ id }) => id)).toEqual(['channel'])
  })

  test('refuses to start on a truncated file, advises restoring a backup and leaves the file unchanged', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'google.json')
    await writeFile(file, '{"accounts": [{')
    await expect(aGoogle({ file })).rejects.toThrow('google.json is damaged. Put a backup of it back')
    expect(await readFile(file, 'utf8')).toBe('{"accounts": [{')
  })
})

describe('the process', () => {
  test('serves the demo account, and exits with 0 on SIGTERM', async () => {
    const main = join(import.meta.dirname, '../src/main.ts')
    const env = { ...process.env, PORT: '0', SEED: 'demo', REDIRECT_URIS: 'http://localhost:1/back' }
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env })
    const [line] = await once(child.stdout, 'data')
    const url = /http:\S+/.exec(String(line))?.[0] ?? ''
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const page = await (await fetch(url)).text()
    expect(page).toContain('Team meeting')
    expect(page).toContain('Family')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('the page of the calendars', () => {
  test('creates, moves, renames and deletes events by its forms', async () => {
    await using google = await aGoogle()
    const calendar = ANN
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams({ calendar, ...fields })
      return fetch(google.url, { method: 'POST', body, headers, redirect: 'manual' })
    }
    const times = { start: `${day}T09:00`, end: `${day}T10:00` }
    expect((await send({ action: 'create', summary: '<i>Tea', ...times })).status).toBe(303)
    const [made] = google.events(ANN).all
    const event = made?.id ?? ''
    const page = async () => await (await fetch(google.url)).text()
    expect(await page()).toContain('&#60;i&#62;Tea')
    expect(await page()).toContain(`value="${day}T09:00"`)
    await send({ action: 'change', event, start: `${day}T11:00`, end: `${day}T12:00` })
    expect(await page()).toContain(`value="${day}T11:00"`)
    await send({ action: 'change', event, summary: 'Coffee' })
    expect(google.events(ANN).get(event)?.fields.summary).toBe('Coffee')
    await send({ action: 'delete', event })
    expect(google.events(ANN).all).toEqual([])
    expect((await send({ action: 'delete', event })).status).toBe(410)
    google.events(ANN).restore(event)
    const foreign = await send({ action: 'delete', event }, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    expect((await send({ action: 'create', summary: 'No times' })).status).toBe(400)
  })
})
