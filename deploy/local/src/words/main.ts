import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../processes.ts'
import { serverCatalogues } from './catalogues.ts'
import { lingui } from './lingui.ts'

parseArgs({ options: {} })
const { code, output } = await lingui(['extract', '--clean'])
console.log(output)
for (const { path, content, untranslated } of await serverCatalogues()) {
  writeFileSync(path, content)
  if (untranslated.length > 0) console.log(`${relative(repository, path)}: ${untranslated.join(', ')}`)
}
process.exitCode = code
