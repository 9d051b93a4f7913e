import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCertificates } from './certificate.ts'

const DAY_MS = 86_400_000

test('each host gets a certificate of one authority, which is renewed shortly before it expires', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'usher-certificate-'))
  const [keys, ca] = [join(folder, 'keys'), join(folder, 'ca')]
  await Promise.all([mkdir(keys), mkdir(ca)])
  try {
    const now = Date.parse('2026-03-01T00:00:00Z')
    const ensure = (days: number) =>
      ensureCertificates(['mongo', 'mail'], { keys, ca }, new Date(now + days * DAY_MS))
    const read = (name: string) => readFile(join(keys, `${name}.crt`), 'utf8')
    await ensure(0)
    const first = await read('mail')
    const certificate = new X509Certificate(first)
    const authority = new X509Certificate(await readFile(join(ca, 'ca.crt')))
    expect(certificate.checkHost('mail')).toBe('mail')
    expect(certificate.checkHost('mongo')).toBeUndefined()
    expect([certificate.verify(authority.publicKey), certificate.ca, authority.ca]).toEqual([
      true,
      false,
      true,
    ])
    expect((await stat(join(keys, 'mail.key'))).mode & 0o777).toBe(0o640)
    expect((await stat(join(keys, 'ca.key'))).mode & 0o777).toBe(0o600)
    expect((await readdir(ca)).sort()).toEqual(['ca.crt'])

    await ensure(300)
    expect(await read('mail')).toBe(first)
    await ensure(340)
    expect(await read('mail')).not.toBe(first)
    expect(new X509Certificate(await read('mongo')).verify(authority.publicKey)).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})
