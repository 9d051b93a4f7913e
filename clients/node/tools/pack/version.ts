import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '@usher/local'

/** The version of all packages, as `package.json` of the Node SDK has it. */
export const VERSION: string = JSON.parse(
  readFileSync(join(repository, 'clients/node/package.json'), 'utf8'),
).version
