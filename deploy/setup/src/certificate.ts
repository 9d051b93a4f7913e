import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'

const VALID_DAYS = 365
const RENEW_BEFORE_MS = 30 * 86_400_000

/** Sees that a folder holds `NAME.key` and `NAME.crt`, a self-signed certificate for the host NAME. */
export async function ensureCertificate(name: string, folder: string, now = new Date()): Promise<void> {
  const [keyFile, certificateFile] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const present = await readFile(certificateFile).catch(() => undefined)
  if (present && new X509Certificate(present).validToDate.getTime() - now.getTime() > RENEW_BEFORE_MS) return
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    notBeforeDate: now,
    notAfterDate: new Date(now.getTime() + VALID_DAYS * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  })
  await writeFile(keyFile, key, { mode: 0o600 })
  await writeFile(certificateFile, cert)
}
