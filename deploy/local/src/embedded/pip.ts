import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { findOnPath } from '../programs.ts'
import { type ProvideOptions, SetupError } from '../provided.ts'
import { lastLines, runCommand } from '../run-command.ts'
import { debianPackages } from './debian-packages.ts'

/**
 * Downloads one package without its dependencies and without running any of its code.
 *
 * @returns the path of the file in `folder`.
 * @throws SetupError with the end of pip's output.
 */
export async function pipDownload(
  requirement: string,
  folder: string,
  options: ProvideOptions,
): Promise<string> {
  const temporary = join(folder, '..', 'temporary')
  await mkdir(temporary, { recursive: true })
  const pip = await findPip(options)
  const settings = ['--no-deps', '--only-binary', ':all:', '--no-input', '--disable-pip-version-check']
  const certificates = await certificateSettings(temporary, pip.env)
  const { code, output } = await runCommand(
    pip.command,
    [...pip.args, 'download', ...settings, ...certificates, '--dest', folder, requirement],
    { env: { ...pip.env, TMPDIR: temporary, PIP_REQUIRE_VIRTUALENV: '0' }, signal: options.signal },
  )
  const [file] = code === 0 ? await readdir(folder) : []
  if (file === undefined) {
    throw new SetupError(`pip ended with code ${code}:\n${lastLines(output)}\nIs there a way to the network?`)
  }
  return join(folder, file)
}

/** Unpacks a wheel (a zip archive) with the Python that pip runs on. */
export async function unpackWheel(file: string, folder: string, options: ProvideOptions): Promise<void> {
  const python = (await pythonOnPath(options)) ?? (await debianPython(options))
  const { code, output } = await runCommand(
    python.command,
    [...python.args, '-m', 'zipfile', '-e', file, folder],
    { env: python.env, signal: options.signal },
  )
  if (code !== 0) throw new SetupError(`the package could not be unpacked:\n${lastLines(output)}`)
}

async function findPip(options: ProvideOptions): Promise<Pip> {
  const env = options.env ?? process.env
  const candidates: Pip[] = [
    { command: 'python3', args: ['-m', 'pip'], env },
    { command: 'pip3', args: [], env },
    { command: 'pip', args: [], env },
    { command: 'python', args: ['-m', 'pip'], env },
  ]
  for (const candidate of candidates) {
    if (findOnPath(candidate.command, env) === undefined) continue
    const { code } = await runCommand(candidate.command, [...candidate.args, '--version'], { env })
    if (code === 0) return candidate
  }
  const python = await debianPython(options)
  return { ...python, args: [...python.args, '-m', 'pip'] }
}

async function pythonOnPath(options: ProvideOptions): Promise<Pip | undefined> {
  const env = options.env ?? process.env
  for (const command of ['python3', 'python']) {
    if (findOnPath(command, env) === undefined) continue
    const { code } = await runCommand(command, ['-c', 'import zipfile, zlib'], { env })
    if (code === 0) return { command, args: [], env }
  }
  return undefined
}

/** A bare machine has no CA certificates; Node brings its own. */
async function certificateSettings(folder: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (env.PIP_CERT || env.SSL_CERT_FILE || existsSync('/etc/ssl/certs/ca-certificates.crt')) return []
  const file = join(folder, 'authorities.pem')
  await writeFile(file, getCACertificates('default').join('\n'))
  return ['--cert', file]
}

/** A way to run Python's package installer. */
interface Pip {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

const packages = [
  'libpython3.11-minimal',
  'libpython3.11-stdlib',
  'python3.11-minimal',
  'python3-pip',
  'python3-setuptools',
  'python3-wheel',
  'python3-distutils',
  'libexpat1',
  'libffi8',
  'libssl3',
]

/**
 * Fetches Debian's Python with pip into the cache, for a machine that has neither.
 *
 * @throws SetupError when apt is missing or cannot fetch them.
 */
async function debianPython(options: ProvideOptions): Promise<Pip> {
  const root = await debianPackages('python', packages, options)
  const env = options.env ?? process.env
  return {
    command: join(root, 'usr/bin/python3.11'),
    args: [],
    env: {
      ...env,
      PYTHONHOME: join(root, 'usr'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu']
        .map((lib) => join(root, lib))
        .join(':'),
    },
  }
}
