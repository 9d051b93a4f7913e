import { join } from 'node:path'
import type { ProvideOptions } from '../provided.ts'
import { debianPackages } from './debian-packages.ts'

/** A way to run Python's package installer. */
export interface Pip {
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
export async function debianPython(options: ProvideOptions): Promise<Pip> {
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
