import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVICES } from '@usher/contracts/services'
import { repository } from '@usher/local'
import { completeEnvironment } from './environment-file.ts'

// `npm run compose:secrets`: creates .env for docker-compose.yml, or adds what a new version needs.
const file = join(repository, '.env')
const present = await readFile(file, 'utf8').catch(() => undefined)
const complete = completeEnvironment(present, SERVICES)
if (complete === present) {
  console.log('.env has everything already')
} else {
  await writeFile(`${file}.new`, complete, { mode: 0o600 })
  await rename(`${file}.new`, file)
  console.log(present === undefined ? '.env made, for you alone to read' : '.env has got what it lacked')
}
