import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@usher/test-kit'
import { newWebhookSecret } from '../src/endpoints/endpoint-secrets.ts'
import { webhookHeaders } from '../src/pipeline/webhook-request.ts'

const GUIDE = 'web/docs/src/content/docs/guides/webhooks.md'
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const [NEWEST, FORMER] = [newWebhookSecret(), newWebhookSecret()]
const BODY = Buffer.from('{"event":"guest.added","data":{"name":"Zoë ☕","wait": 1.0}}')

/** The files that the documents have, in a folder from which packages of the repository are found. */
let folder: string
beforeAll(async () => {
  const parent = join(repository, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  folder = await mkdtemp(join(parent, 'usher-recipes-'))
  for (const document of [GUIDE, 'clients/node/README.md']) {
    const text = await readFile(join(repository, document), 'utf8')
    for (const [, name = '', content = ''] of text.matchAll(/^```\w+ (?:title=")?([^\s"]+)"?\n(.*?)^```$/gms))
      await writeFile(join(folder, name), content)
  }
})
afterAll(() => rm(folder, { recursive: true }))

const signed = (secrets: [string, ...string[]], { seconds = 0 } = {}) => {
  const timestamp = new Date(Date.now() + seconds * 1000)
  return webhookHeaders({ messageId: 'dlv_recipe', timestamp, body: BODY, secrets })
}

const exists = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

const hasPackage = (name: string): boolean => {
  try {
    return import.meta.resolve(name) !== ''
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Recipe {
  readonly name: string
  /** Whether this machine has what it needs. */
  readonly canRun: boolean
  readonly command: (port: string) => [string, ...string[]]
}

// Not the one for Go, which takes a minute to compile at first.
const RECIPES: Recipe[] = [
  { name: 'node:http', canRun: true, command: () => [process.execPath, 'receiver.mjs'] },
  { name: 'Express', canRun: true, command: () => [process.execPath, 'express-receiver.mjs'] },
  {
    name: 'Fastify',
    canRun: hasPackage('fastify'),
    command: () => [process.execPath, 'fastify-receiver.mjs'],
  },
  {
    name: 'Flask',
    canRun: exists('python3', '-c', 'import flask'),
    command: (port) => ['python3', '-m', 'flask', '--app', 'flask_app', 'run', '--port', port],
  },
  {
    name: 'FastAPI',
    canRun: exists('python3', '-c', 'import fastapi, uvicorn'),
    command: (port) => ['python3', '-m', 'uvicorn', 'fastapi_app:app', '--port', port],
  },
  {
    name: 'Rack',
    canRun: exists('rackup', '--version'),
    command: (port) => ['rackup', '--host', '127.0.0.1', '--port', port],
  },
  {
    name: 'PHP',
    canRun: exists('php', '--version'),
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  { name: 'Java', canRun: exists('java', '--version'), command: () => ['java', 'Receiver.java'] },
]

/** A recipe that runs with both secrets. */
async function given({ command }: Recipe) {
  const port = String(await freePort())
  const [program, ...args] = command(port)
  const env = { ...process.env, PORT: port, USHER_WEBHOOK_SECRETS: `${NEWEST} ${FORMER}` }
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const post = async (headers: Record<string, string>, body = BODY) => {
    const request = { method: 'POST', headers, body: new Uint8Array(body) }
    return (await fetch(`http://127.0.0.1:${port}/usher`, request)).status
  }
  const dispose = async () => {
    child.kill('SIGKILL')
    await ended
  }
  try {
    await until(program, () => post({}))
  } catch (error) {
    await dispose()
    throw error
  }
  return { post, [Symbol.asyncDispose]: dispose }
}

describe.each(RECIPES)('the documented receiver for $name', (recipe) => {
  const testWhereItRuns = recipe.canRun ? test : test.skip

  testWhereItRuns(
    'answers 204 to fresh deliveries signed with one of its secrets, and 400 to others',
    async () => {
      await using receiver = await given(recipe)
      const other = newWebhookSecret()
      const id = { 'webhook-id': 'dlv_other' }
      const answers = {
        newest: await receiver.post(signed([NEWEST])),
        former: await receiver.post(signed([FORMER])),
        rotated: await receiver.post(signed([other, NEWEST])),
        other: await receiver.post(signed([other])),
        changed: await receiver.post(signed([NEWEST]), Buffer.concat([BODY, Buffer.from(' ')])),
        otherId: await receiver.post({ ...signed([NEWEST]), ...id }),
        tooOld: await receiver.post(signed([NEWEST], { seconds: -400 })),
        tooNew: await receiver.post(signed([NEWEST], { seconds: 400 })),
        unsigned: await receiver.post({ 'content-type': 'application/json' }),
      }
      const good = { newest: 204, former: 204, rotated: 204 }
      const bad = { other: 400, changed: 400, otherId: 400, tooOld: 400, tooNew: 400, unsigned: 400 }
      expect(answers).toEqual({ ...good, ...bad })
    },
  )
})

describe('the manual check in the webhook guide', () => {
  /** What it prints of a delivery with this body. */
  async function check(headers: Record<string, string>, body: Buffer) {
    await writeFile(join(folder, 'body'), body)
    const env = {
      ...process.env,
      BODY: 'body',
      SECRET: NEWEST,
      ID: headers['webhook-id'],
      TIMESTAMP: headers['webhook-timestamp'],
      SIGNATURE: headers['webhook-signature'],
    }
    return execFileSync('sh', ['verify.sh'], { cwd: folder, env }).toString().trim().split('\n')
  }

  test('accepts valid signatures and rejects others with sh and openssl', async () => {
    const headers = signed([NEWEST])
    expect(await check(headers, BODY)).toEqual(['good', headers['x-service-signature']])
    expect((await check(signed([FORMER, NEWEST]), BODY))[0]).toBe('good')
    expect((await check(signed([FORMER]), BODY))[0]).toBe('bad')
    expect((await check(headers, Buffer.concat([BODY, BODY])))[0]).toBe('bad')
  })
})

describe('the Python function in the webhook guide', () => {
  const testWithPython = exists('python3', '--version') ? test : test.skip

  testWithPython('verifies a delivery without other packages and rejects unknown secrets', () => {
    const program = 'import sys, json, usher_webhooks as u; i = json.load(sys.stdin); '
    const call = 'print(u.verify(i["body"].encode(), i["headers"], i["secrets"])["event"])'
    const run = (secrets: string[]) =>
      spawnSync('python3', ['-c', program + call], {
        cwd: folder,
        input: JSON.stringify({ body: BODY.toString(), headers: signed([NEWEST]), secrets }),
      })
    expect(run([FORMER, NEWEST]).stdout.toString()).toBe('guest.added\n')
    expect(run([FORMER]).stderr.toString()).toContain('no signature matches')
    expect(run([]).stderr.toString()).toContain('no signature matches')
  })
})
