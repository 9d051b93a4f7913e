import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, repository, runCommand, SetupError } from '@usher/local'
import { until } from '@usher/test-kit'
import { guides, runGuide, snippetsOf } from './docs-snippets.ts'
import { pythonWith } from './python/environment.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

/** Python with an MCP client; undefined: PyPI cannot be reached, or there is no Python. */
const python = await pythonWith(join(repository, 'tests/e2e/mcp/python/requirements.txt')).catch((error) => {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`skipped: ${error.message}\n`)
})

const exists = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0
const testWithGo = exists('go', 'version') ? test : test.skip

describe('the Go code of the guides', () => {
  let usher: Usher
  beforeAll(async () => {
    usher = await useSharedUsher()
  })

  testWithGo('prints what the quickstart shows', async () => {
    const { problem, outputs } = await runGuide('quickstart', usher, { slow: true })
    expect(problem).toBeUndefined()
    expect(outputs).toHaveLength(5)
    for (const { printed, shown } of outputs) expect(printed).toBe(shown)
  })

  testWithGo('accepts a delivery and refuses one signed with another secret', async () => {
    await using receiver = await startReceiver(usher)
    expect(await receiver.test()).toBe(204)
    await receiver.rotate()
    await receiver.rotate()
    expect(await receiver.test()).toBe(400)
  })
})

describe('the Python code of the guide on agents', () => {
  ;(!python ? test.skip : test)('adds a guest to the shortest line', async () => {
    const { api, demo, stack } = await useSharedUsher()
    await api('POST', '/v1/queues', { body: { name: 'Hall' } })
    const env = { ...process.env, USHER_URL: stack.url, USHER_API_KEY: demo.api_key }
    const source = await fileOf('agents', 'agent.py')
    const { stdout } = await runCommand(python ?? '', ['-c', source], { env })
    expect(stdout.trim()).toBe('waiting')
  })
})

/** A file that a guide shows. */
async function fileOf(guide: string, name: string): Promise<string> {
  const text = await readFile(join(guides, `${guide}.md`), 'utf8')
  const found = snippetsOf(text).find(({ file }) => file === name)
  if (!found) throw new Error(`${guide}.md shows no ${name}`)
  return found.code
}

/** The receiver of the guide, compiled, with an endpoint that posts to it. */
async function startReceiver({ api }: Usher) {
  const folder = await mkdtemp(join(tmpdir(), 'usher-go-'))
  await writeFile(join(folder, 'receiver.go'), await fileOf('webhooks', 'receiver.go'))
  const built = spawnSync('go', ['build', '-o', 'receiver', 'receiver.go'], { cwd: folder })
  if (built.status !== 0) throw new Error(String(built.stderr))
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/usher`
  const { id, secret } = (await api('POST', '/v1/webhook-endpoints', { body: { url } })).body
  const env = { ...process.env, PORT: String(port), USHER_WEBHOOK_SECRETS: secret }
  const child = spawn(join(folder, 'receiver'), { env, stdio: 'ignore' })
  await until('the receiver answers', () => fetch(url, { method: 'POST' }))
  return {
    /** Status with which the receiver answers an example. */
    async test(): Promise<number> {
      const { body } = await api('POST', `/v1/webhook-endpoints/${id}/test`, {
        body: { event_type: 'guest.added' },
      })
      return body.attempts[0].response.status
    },
    rotate: () => api('POST', `/v1/webhook-endpoints/${id}/rotate-secret`),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
