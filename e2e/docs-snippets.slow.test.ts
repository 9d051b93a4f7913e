import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@usher/local'
import { until } from '@usher/test-kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { guides, runGuide, snippetsOf } from './docs-snippets.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const exists = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0
const testWithGo = exists('go', 'version') ? test : test.skip

describe('given the guides, a compiler of Go and a running Usher', () => {
  let usher: Usher
  beforeAll(async () => {
    usher = await useSharedUsher()
  })

  testWithGo('when the quickstart is run with Go, then it prints what the guide says', async () => {
    const { problem, outputs } = await runGuide('quickstart', usher, { slow: true })
    expect(problem).toBeUndefined()
    expect(outputs).toHaveLength(5)
    for (const { printed, shown } of outputs) expect(printed).toBe(shown)
  })

  testWithGo(
    'when the receiver in Go is sent a delivery, then it takes it, and refuses one signed with another secret',
    async () => {
      await using receiver = await startReceiver(usher)
      expect(await receiver.test()).toBe(204)
      await receiver.rotate()
      await receiver.rotate()
      expect(await receiver.test()).toBe(400)
    },
  )
})

/** The receiver of the guide, compiled, with an endpoint that posts to it. */
async function startReceiver({ api }: Usher) {
  const folder = await mkdtemp(join(tmpdir(), 'usher-go-'))
  const guide = await readFile(join(guides, 'webhooks.md'), 'utf8')
  const source = snippetsOf(guide).find(({ file }) => file === 'receiver.go')
  await writeFile(join(folder, 'receiver.go'), source?.code ?? '')
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
