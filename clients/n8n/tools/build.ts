import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openApiDocument } from '@usher/contracts'
import { build, type Plugin } from 'rolldown'
import type { Document } from './document.ts'
import { eventOptions, nodeDescription } from './node-description.ts'

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('Usage: node clients/n8n/tools/build.ts FOLDER')
await buildPackage(resolve(given))

/** Builds the package into a folder, from which `npm pack` makes what n8n installs. */
async function buildPackage(folder: string): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const files = ['Usher.node', 'UsherTrigger.node', 'UsherApi.credentials', 'UsherOAuth2Api.credentials']
  for (const name of files)
    await build({
      input: join(root, `src/${name}.ts`),
      platform: 'node',
      plugins: [description()],
      output: { file: join(folder, `dist/${name}.js`), format: 'cjs' },
      logLevel: 'warn',
    })
  await mkdir(join(folder, 'dist'), { recursive: true })
  await copyFile(join(root, '../../web/docs/public/favicon.svg'), join(folder, 'dist/usher.svg'))
  await copyFile(join(root, 'README.md'), join(folder, 'README.md'))
  const { name, version, license, description: about, keywords } = await ownPackage(root)
  const paths = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => `dist/${file}.js`)
  const n8n = { n8nNodesApiVersion: 1, credentials: paths('.credentials'), nodes: paths('.node') }
  const content = { name, version, license, description: about, keywords, files: ['dist'], n8n }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
}

async function ownPackage(root: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
}

/** What nodes import of the API, made from its document. */
function description(): Plugin {
  const id = 'virtual:usher-description'
  const document = openApiDocument('https://usher.example.com') as unknown as Document
  const exported = {
    description: nodeDescription(document),
    events: eventOptions(document),
    version: document.info.version,
  }
  return {
    name: id,
    resolveId: (asked) => (asked === id ? id : null),
    load: (asked) =>
      asked === id
        ? Object.entries(exported)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
            .join('\n')
        : null,
  }
}
