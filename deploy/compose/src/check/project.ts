import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, repository, runCommand, serviceNames } from '@usher/local'
import { parse } from 'yaml'
import { completeEnvironment } from '../environment-file.ts'
import { run } from './run.ts'
import type { Program } from './tools.ts'

export interface Container {
  readonly id: string
  readonly service: string
}

/** A docker-compose.yml stack with its own name, secrets, ports and volumes. */
export interface Project extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv
  readonly url: string
  readonly mailUrl: string
  compose(...args: string[]): Promise<string>
  /** Running containers of one service, or of all. */
  containers(service?: string): Promise<Container[]>
  /** Runs module source in a container that has Node; returns its output. */
  node(container: Container, source: string): Promise<string>
}

interface ComposeFile {
  readonly services: Record<string, { readonly image: string; readonly build?: object }>
}

export async function readComposeFile(): Promise<ComposeFile> {
  return parse(await readFile(join(repository, 'docker-compose.yml'), 'utf8'), { merge: true })
}

/** Third-party images, in the order in which their stand-ins depend on each other. */
export async function officialImages(nodeImage: string): Promise<string[]> {
  const { services } = await readComposeFile()
  const started = Object.values(services).filter(
    (service) => !('profiles' in service) || isDevelopment(service),
  )
  return [nodeImage, ...started.map(({ image }) => image).filter((image) => !image.startsWith('usher-'))]
}

const isDevelopment = (service: object): boolean =>
  'profiles' in service && (service.profiles as string[]).includes('development')

export async function openProject(program: Program, engineEnv: NodeJS.ProcessEnv): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-compose-'))
  const [port, mailPort, googlePort] = await freePorts(3)
  const url = `http://localhost:${port}`
  const env = {
    ...engineEnv,
    ...(await settings(folder)),
    PORT: `${port}`,
    MAIL_PORT: `${mailPort}`,
    GOOGLE_PORT: `${googlePort}`,
    PUBLIC_URL: url,
  }
  const override = await writeOverride(folder)
  const files = ['--file', join(repository, 'docker-compose.yml'), '--file', override]
  const project = ['--project-name', `usher-check-${process.pid}`, '--env-file', join(folder, '.env')]
  const [command, ...first] = program
  const compose = (...args: string[]) =>
    run('nice', [command, ...first, ...project, ...files, ...args], { env, cwd: repository })
  return {
    ...{ env, url, mailUrl: `http://127.0.0.1:${mailPort}`, compose },
    async containers(service) {
      const lines = await compose('ps', '--format', '{{.ID}} {{.Service}}', ...(service ? [service] : []))
      return lines.split('\n').flatMap((line) => {
        const [id, name] = line.split(' ')
        return id && name ? [{ id, service: name }] : []
      })
    },
    node: ({ id }, source) =>
      run('docker', ['exec', id, 'node', '--input-type=module', '-e', source], { env }),
    async [Symbol.asyncDispose]() {
      await compose('down', '--volumes', '--timeout', '5')
      const { services } = await readComposeFile()
      const ours = Object.values(services).flatMap(({ build, image }) => (build ? [image.split(':')[0]] : []))
      await runCommand('docker', ['rmi', ...new Set(ours.map((name) => `${name}:check`))], { env })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function settings(folder: string): Promise<Record<string, string>> {
  await writeFile(join(folder, '.env'), completeEnvironment(undefined, serviceNames), { mode: 0o600 })
  // The walk's webhook receiver runs on the host, which has a private address on the engine's networks.
  return { USHER_VERSION: 'check', WEBHOOK_ALLOWED_ADDRESSES: '172.16.0.0/12,192.168.0.0/16' }
}

/** An engine without firewall rules has no outside network while it builds. */
async function writeOverride(folder: string): Promise<string> {
  const { services } = await readComposeFile()
  const built = Object.keys(services).filter((name) => services[name]?.build)
  const file = join(folder, 'override.json')
  const override = Object.fromEntries(built.map((name) => [name, { build: { network: 'host' } }]))
  await writeFile(file, JSON.stringify({ services: override }))
  return file
}
