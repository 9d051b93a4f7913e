import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureCertificate } from './certificate.ts'
import { readConfig } from './read-config.ts'

const DAY_MS = 86_400_000

test('given a folder, then it gets a certificate of the host, which stays until it is about to end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'usher-certificate-'))
  try {
    const now = Date.parse('2026-03-01T00:00:00Z')
    const read = () => readFile(join(folder, 'mail.crt'), 'utf8')
    await ensureCertificate('mail', folder, new Date(now))
    const first = await read()
    const certificate = new X509Certificate(first)
    expect(certificate.checkHost('mail')).toBe('mail')
    expect(certificate.checkHost('mongo')).toBeUndefined()
    expect((await stat(join(folder, 'mail.key'))).mode & 0o777).toBe(0o600)

    await ensureCertificate('mail', folder, new Date(now + 300 * DAY_MS))
    expect(await read()).toBe(first)
    await ensureCertificate('mail', folder, new Date(now + 340 * DAY_MS))
    expect(await read()).not.toBe(first)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('given passwords of services, then each is of the user and database that bear its name', () => {
  const environment = {
    MONGODB_ROOT_PASSWORD: 'root',
    MAIL_TLS_DIR: '/tls',
    WEBHOOK_DELIVERY_MONGODB_PASSWORD: 'own',
  }
  expect(readConfig(environment).users).toEqual([{ name: 'usher_webhook_delivery', password: 'own' }])
  expect(() => readConfig({ ...environment, MONGODB_ROOT_PASSWORD: '' })).toThrow('MONGODB_ROOT_PASSWORD')
  expect(() => readConfig({ ...environment, QUEUE_MONGODB_PASSWORD: '' })).toThrow('QUEUE_MONGODB_PASSWORD')
  expect(() => readConfig({ MONGODB_ROOT_PASSWORD: 'root', MAIL_TLS_DIR: '/tls' })).toThrow(
    'SERVICE_MONGODB_PASSWORD',
  )
})
