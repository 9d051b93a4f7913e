import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@usher/test-kit'
import { readConfig } from '../src/config.ts'
import { startWithPeople } from './support/people.ts'

async function start() {
  const parent = await mkdtemp(join(tmpdir(), 'usher-mail-'))
  const folder = join(parent, 'outbox')
  const all = await startWithPeople(undefined, { mailOutbox: folder })
  const owner = await all.owner()
  const mails = async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
    return await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))),
    )
  }
  return {
    ...all,
    owner,
    folder,
    mailTo: (address: string) =>
      until('the mail', async () => (await mails()).find(({ to }) => to === address)),
    async [Symbol.asyncDispose]() {
      await all[Symbol.asyncDispose]()
      await rm(parent, { recursive: true })
    },
  }
}

describe('the outbox of mails in development', () => {
  test('writes each mail with its link to a file that only its owner can read', async () => {
    await using all = await start()
    const invitation = { email: 'bob@usher.test', role: 'host' }
    const { token, expires_at } = (await all.owner.call('POST', '/account/invitations', { body: invitation }))
      .body
    await all.open('/account/password-reset', { email: 'ada@usher.test' })
    expect(await all.mailTo('bob@usher.test')).toMatchObject({
      type: 'member.invited',
      link: `http://localhost:8080/accept-invitation?token=${token}`,
      expires_at,
    })
    const { link, type } = await all.mailTo('ada@usher.test')
    expect(type).toBe('member.password_reset_requested')
    const confirm = { token: new URL(link).searchParams.get('token'), password: 'another long password' }
    expect((await all.open('/account/password-reset/confirm', confirm)).status).toBe(204)
    for (const file of await readdir(all.folder)) {
      expect(((await stat(join(all.folder, file))).mode & 0o777).toString(8)).toBe('600')
    }
    expect(((await stat(all.folder)).mode & 0o777).toString(8)).toBe('700')
  })
})

describe('the configuration of the outbox', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const environment = {
    PORT: '0',
    MONGODB_URL: 'mongodb://x',
    RABBITMQ_URL: 'amqp://x',
    CALLER_PUBLIC_KEY: Buffer.from(pem).toString('base64'),
    SECRET_KEYS: `k:${randomBytes(32).toString('base64')}`,
    PUBLIC_URL: 'http://localhost:8080',
  }

  test('has no mail outbox by default, and accepts one in development', () => {
    expect(readConfig(environment).mailOutbox).toBeUndefined()
    const given = { ...environment, MAIL_OUTBOX: '/x', NODE_ENV: 'development' }
    expect(readConfig(given).mailOutbox).toBe('/x')
  })

  test.each([{}, { NODE_ENV: 'production' }])('refuses a mail outbox in production (%j)', (node) => {
    expect(() => readConfig({ ...environment, MAIL_OUTBOX: '/x', ...node })).toThrow(/MAIL_OUTBOX/)
  })
})
