import { join } from 'node:path'
import { ensureCertificate } from './certificate.ts'
import { prepareMongo } from './prepare-mongo.ts'
import { readConfig } from './read-config.ts'

// The one-shot job `setup` of docker-compose.yml; every step may be done again.
const { rootPassword, users, mailTlsDir } = readConfig(process.env)
await ensureCertificate('mail', mailTlsDir)
await prepareMongo({ url: 'mongodb://127.0.0.1:27017', member: 'mongo:27017', rootPassword, users })
process.stdout.write(`ready: ${users.map(({ name }) => name).join(', ')}, ${join(mailTlsDir, 'mail.crt')}\n`)
