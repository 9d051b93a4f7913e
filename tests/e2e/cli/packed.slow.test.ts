import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { useSharedUsher } from '../shared-usher.ts'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds a package as it is published, and packs it; returns the path of the archive. */
async function pack(name: string, folder: string): Promise<string> {
  const built = await mkdtemp(join(folder, `${name}-`))
  await run(process.execPath, [join(repository, 'clients', name, 'tools/build.ts'), built])
  const { messages } = await publint({ pkgDir: built, strict: true })
  expect(messages).toEqual([])
  expect((await readdir(built, { recursive: true })).filter((file) => file.includes('.test.'))).toEqual([])
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built })
  return join(folder, stdout.trim())
}

test('the packed SDK and CLI install into an empty folder, and usher runs', async () => {
  await using usher = await useSharedUsher()
  const folder = await mkdtemp(join(tmpdir(), 'usher-cli-'))
  try {
    const archives = [await pack('node', folder), await pack('cli', folder)]
    const app = await mkdtemp(join(folder, 'app-'))
    await writeFile(join(app, 'package.json'), '{}')
    // With the node of the machine, which may be an older one than that of the tests.
    const args = ['install', '--engine-strict', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', [...args, ...archives], { cwd: app })
    const env = { ...process.env, USHER_URL: usher.stack.url, USHER_API_KEY: usher.demo.api_key }
    const program = join(app, 'node_modules/.bin/usher')
    const { stdout } = await run(program, ['queues', 'list', '--json'], { cwd: app, env })
    expect(JSON.parse(stdout)).toEqual((await usher.api('GET', '/v1/queues')).body)
    await expect(run(program, ['queues', 'list', '--api-key', 'usk_wrong'], { env })).rejects.toMatchObject({
      code: 3,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
