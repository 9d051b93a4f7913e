import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICES } from '@usher/contracts/services'
import { freePorts, lastLines, repository, runCommand } from '@usher/local'
import { completeEnvironment } from '../environment-file.ts'

/** docker-compose.yml with a name, secrets, ports and volumes of its own. */
export interface Project extends AsyncDisposable {
  readonly url: string
  readonly mailUrl: string
  /** Runs `docker compose`; returns its standard output. @throws Error with the end of its output if it fails */
  compose(...args: string[]): Promise<string>
  docker(...args: string[]): Promise<string>
  /** Runs a module in the container of a service; returns its standard output. */
  node(service: string, source: string): Promise<string>
  /** This machine's address on the network that deliveries leave by. */
  addressOutside(): Promise<string>
}

export async function openProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-compose-'))
  const file = join(folder, '.env')
  await writeFile(file, completeEnvironment(undefined, SERVICES), { mode: 0o600 })
  const [port, mailPort] = await freePorts(2)
  const name = `usher-check-${process.pid}`
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: `${port}`,
    MAIL_PORT: `${mailPort}`,
    PUBLIC_URL: url,
    // The receiver of webhooks runs on this machine, which has a private address on the engine's networks.
    WEBHOOK_ALLOWED_ADDRESSES: '172.16.0.0/12,192.168.0.0/16',
  }
  const docker = async (...args: string[]) => {
    const { code, output, stdout } = await runCommand('docker', args, { env, cwd: repository })
    if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${lastLines(output, 25)}`)
    return stdout.trim()
  }
  const compose = (...args: string[]) => {
    console.log('docker compose', ...args)
    return docker('compose', '--project-name', name, '--env-file', file, ...args)
  }
  return {
    url,
    mailUrl: `http://127.0.0.1:${mailPort}`,
    docker,
    compose,
    node: (service, source) =>
      compose('exec', '-T', service, 'node', '--input-type=module', '--eval', source),
    async addressOutside() {
      const format = `{{(index .NetworkSettings.Networks "${name}_outside").Gateway}}`
      return await docker('inspect', '--format', format, await compose('ps', '--quiet', 'webhook-delivery'))
    },
    async [Symbol.asyncDispose]() {
      await compose('down', '--volumes', '--timeout', '5')
      await rm(folder, { recursive: true })
    },
  }
}
