import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '@usher/local'
import { parse } from 'yaml'

const readText = (path: string) => readFile(join(repository, path), 'utf8')

/** Names of the packages of this repository that the source in a folder imports by name or by path, tests excluded. */
async function packagesImportedBy(folder: string): Promise<string[]> {
  const files = (await readdir(join(repository, folder), { recursive: true })).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('testing/'),
  )
  const { workspaces }: { workspaces: string[] } = JSON.parse(await readText('package.json'))
  const places = workspaces.map((workspace) => `${workspace}/package.json`)
  const manifests = globSync(places, { cwd: repository }).map(async (path) => {
    const { name }: { name: string } = JSON.parse(await readText(path))
    return { room: path.slice(0, -'package.json'.length), name }
  })
  // The innermost room counts: `gateway/mcp` is within `gateway`.
  const rooms = (await Promise.all(manifests)).toSorted((one, other) => other.room.length - one.room.length)
  const nameOfRoom = (path: string) => rooms.find(({ room }) => path.startsWith(room))?.name ?? 'no room'
  const texts = await Promise.all(files.map((file) => readText(join(folder, file))))
  const found = files.flatMap((file, index) => {
    const text = texts[index] ?? ''
    const named = [...text.matchAll(/from '(@usher\/[a-z-]+)/g)].map(([, name = '']) => name)
    const paths = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
      join(folder, file, '..', path),
    )
    return [...named, ...paths.map(nameOfRoom)]
  })
  return [...new Set(found)].filter((name) => name !== nameOfRoom(`${folder}/`))
}

describe('the images of others', () => {
  test('docker-compose.yml names each third-party image by its full version', async () => {
    const { services }: { services: Record<string, { image: string }> } = parse(
      await readText('docker-compose.yml'),
      { merge: true },
    )
    const names = Object.values(services).flatMap(({ image }) => (image.startsWith('usher-') ? [] : [image]))
    expect(names.filter((name) => !/:v?\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/.test(name))).toEqual(
      [],
    )
  })
})

describe('the images', () => {
  test('use the Node version that tests run on', async () => {
    const base = `\nARG NODE_IMAGE=node:${process.version.slice(1)}-slim\n`
    expect(await readText('deploy/images/Dockerfile')).toContain(base)
  })

  test.each([
    ['dashboard', 'web/dashboard/src'],
    ['docs-site', 'web/docs/tools'],
  ])('the build stage of %s copies exactly the workspaces it imports', async (name, source) => {
    const stage =
      new RegExp(`^FROM \\S+ AS ${name}$(.*?)^FROM`, 'ms').exec(
        await readText('deploy/images/Dockerfile'),
      )?.[1] ?? ''
    const folders = [...stage.matchAll(/^COPY --from=sources \/sources\/\S+ \.\/([a-z/]+)$/gm)].map(
      ([, folder]) => folder,
    )
    const copied = folders.map(async (folder) => JSON.parse(await readText(`${folder}/package.json`)).name)
    expect((await Promise.all(copied)).sort()).toEqual(
      [`@usher/${name}`, ...(await packagesImportedBy(source))].sort(),
    )
  })

  test('the service image contains no package manager', async () => {
    const stage =
      /^FROM \S+ AS service$(.*?)^FROM/ms.exec(await readText('deploy/images/Dockerfile'))?.[1] ?? ''
    const removed = /rm -rf ([^&]*)/.exec(stage)?.[1]?.split(/[\s\\]+/) ?? []
    const tools = ['npm', 'npx', 'corepack', 'yarn', 'yarnpkg'].map((tool) => `/usr/local/bin/${tool}`)
    expect(removed).toEqual(expect.arrayContaining(['/usr/local/lib/node_modules', ...tools]))
  })
})
