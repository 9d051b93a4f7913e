import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../tools/pack/run.ts'
import { samplesIn } from './samples.ts'

const repository = join(import.meta.dirname, '../../..')

test('the samples of the reference in TypeScript have no type errors', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'usher-samples-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const functions = samplesIn('Node').map(({ id, source }) => `export async function ${id}() {\n${source}\n}`)
  const head = "import { Usher } from '@usher/sdk'\ndeclare const usher: Usher\n"
  await writeFile(join(folder, 'samples.ts'), head + functions.join('\n'))
  const config = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
      typeRoots: [join(repository, 'node_modules/@types')],
      noUnusedLocals: false,
      paths: { '@usher/sdk': [join(repository, 'clients/node/src/index.ts')] },
    },
    include: ['samples.ts'],
    exclude: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  expect(functions.length).toBeGreaterThan(100)
  expect(await run(join(repository, 'node_modules/.bin/tsc'), ['--project', folder])).toBe('')
})
