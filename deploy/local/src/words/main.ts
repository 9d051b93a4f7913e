import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../processes.ts'
import { runCommand } from '../run-command.ts'
import { serverCatalogues } from './catalogues.ts'

/** Takes the texts of the source into the catalogues of all languages, and lists those that are not translated. */
parseArgs({ options: {} })
const extract = await runCommand(join(repository, 'node_modules/.bin/lingui'), ['extract', '--clean'], {
  cwd: join(repository, 'dashboard'),
})
console.log(extract.output)
for (const { path, content, untranslated } of await serverCatalogues()) {
  writeFileSync(path, content)
  if (untranslated.length > 0) console.log(`${relative(repository, path)}: ${untranslated.join(', ')}`)
}
process.exitCode = extract.code
