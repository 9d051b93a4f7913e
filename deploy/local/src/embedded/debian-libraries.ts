import { join } from 'node:path'
import { type ProvideOptions, SetupError } from '../provided.ts'
import { runCommand } from '../run-command.ts'
import { debianPackages } from './debian-packages.ts'

/** Packages of the libraries that a small Debian may lack, with their dependencies, by embedded server. */
const packages = {
  mongod: [
    ...[
      'libcurl4',
      'libssl3',
      'liblzma5',
      'libgcc-s1',
      'libnghttp2-14',
      'libidn2-0',
      'librtmp1',
      'libssh2-1',
    ],
    ...['libpsl5', 'libgssapi-krb5-2', 'libkrb5-3', 'libk5crypto3', 'libkrb5support0', 'libcom-err2'],
    ...['libkeyutils1', 'libldap-2.5-0', 'libsasl2-2', 'libzstd1', 'libbrotli1', 'zlib1g', 'libunistring2'],
    ...['libgnutls30', 'libhogweed6', 'libnettle8', 'libgmp10', 'libp11-kit0', 'libtasn1-6', 'libffi8'],
  ],
  erlang: [
    'libssl3',
    'libtinfo6',
    'libsystemd0',
    'libcap2',
    'libgcrypt20',
    'libgpg-error0',
    'liblz4-1',
  ].concat(['liblzma5', 'libzstd1', 'libstdc++6', 'libgcc-s1', 'zlib1g']),
} as const satisfies Record<string, readonly string[]>

/**
 * Makes sure that the server's shared libraries can be loaded.
 *
 * @returns a value for LD_LIBRARY_PATH, or undefined when nothing is missing.
 * @throws SetupError naming the libraries that could not be fetched.
 */
export async function missingLibraries(
  server: keyof typeof packages,
  programs: readonly string[],
  options: ProvideOptions,
): Promise<string | undefined> {
  if ((await notFound(programs)).length === 0) return undefined
  const root = await debianPackages(`${server}-libraries`, packages[server], options)
  const path = ['usr/lib', 'lib'].map((folder) => join(root, folder, 'x86_64-linux-gnu')).join(':')
  const missing = await notFound(programs, path)
  if (missing.length > 0) throw new SetupError(`these shared libraries are missing: ${missing.join(', ')}`)
  return path
}

async function notFound(programs: readonly string[], path?: string): Promise<string[]> {
  const env = path === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: path }
  const { output } = await runCommand('ldd', programs, { env })
  return [...output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] as string)
}
