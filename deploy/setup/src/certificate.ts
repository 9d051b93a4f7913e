import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'

const DAY_MS = 86_400_000
const CA_DAYS = 3650
const SERVER_DAYS = 365
const RENEW_BEFORE_DAYS = 30
/** Types of subject alternative names in Node and Go (RFC 5280, 4.2.1.6). */
const [DNS, ADDRESS] = [2, 7] as const

interface Folders {
  /** Folder for `NAME.key`, `NAME.crt` and `NAME.pem` (both in one), readable only by servers and their group. */
  readonly keys: string
  /** Folder for `ca.crt`, with which clients verify servers. */
  readonly ca: string
}

interface Pair {
  readonly key: string
  readonly cert: string
}

/**
 * Creates a certificate authority if there is none, and for each host a certificate that is valid for another month.
 */
export async function ensureCertificates(
  hosts: readonly string[],
  { keys, ca: caFolder }: Folders,
  now = new Date(),
): Promise<void> {
  const known = await readPair(keys, 'ca', now)
  const ca = known ?? (await generateCa(now))
  if (!known) await writePair(keys, 'ca', ca)
  await writeFile(join(caFolder, 'ca.crt'), ca.cert)
  for (const host of hosts) {
    if (known && (await readPair(keys, host, now))) continue
    const pair = await generateFor(host, ca, now)
    await writePair(keys, host, pair)
    await writeFile(join(keys, `${host}.pem`), pair.key + pair.cert, { mode: 0o640 })
  }
}

/** undefined if it is missing or expires soon. */
async function readPair(folder: string, name: string, now: Date): Promise<Pair | undefined> {
  const [key, cert] = await Promise.all(
    ['key', 'crt'].map((end) => readFile(join(folder, `${name}.${end}`), 'utf8').catch(() => undefined)),
  )
  if (!key || !cert) return undefined
  const leftMs = new X509Certificate(cert).validToDate.getTime() - now.getTime()
  return leftMs > RENEW_BEFORE_DAYS * DAY_MS ? { key, cert } : undefined
}

async function writePair(folder: string, name: string, { key, cert }: Pair): Promise<void> {
  await writeFile(join(folder, `${name}.key`), key, { mode: name === 'ca' ? 0o600 : 0o640 })
  await writeFile(join(folder, `${name}.crt`), cert)
}

async function generateCa(now: Date): Promise<Pair> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Usher' }], {
    ...options(now, CA_DAYS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { key, cert }
}

async function generateFor(host: string, ca: Pair, now: Date): Promise<Pair> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    ...options(now, SERVER_DAYS),
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        // A job on the server's own host connects over loopback.
        altNames: [
          { type: DNS, value: host },
          { type: DNS, value: 'localhost' },
          { type: ADDRESS, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key, cert }
}

const options = (now: Date, days: number) => ({
  keyType: 'ec' as const,
  algorithm: 'sha256',
  notBeforeDate: now,
  notAfterDate: new Date(now.getTime() + days * DAY_MS),
})
