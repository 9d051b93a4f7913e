import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../files.ts'
import { findOnPath } from '../programs.ts'
import { lastLines, runCommand } from '../run-command.ts'

const VERSION = 'v1.37.0'
const MODULE = `github.com/oasdiff/oasdiff@${VERSION}`

/** What differs from its own judgement: unknown fields of requests are refused, and clients expect new values. */
const SEVERITIES = [
  'request-parameter-removed err',
  'request-property-removed err',
  'response-property-enum-value-added none',
  'response-write-only-property-enum-value-added none',
]

export const severityText = `${SEVERITIES.join('\n')}\n`

/** The program, or why there is none. */
export type Oasdiff = { readonly program: string } | { readonly missing: string }

/** Finds oasdiff, built once by Go into the cache. */
export async function findOasdiff(signal: AbortSignal): Promise<Oasdiff> {
  const folder = join(cacheFolder(), `oasdiff-${VERSION}`)
  const program = join(folder, 'oasdiff')
  if (existsSync(program)) return { program }
  const go = findOnPath('go')
  if (go === undefined)
    return { missing: 'Go is not on the PATH: it builds oasdiff, which compares documents' }
  await mkdir(folder, { recursive: true })
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' }
  const { code, output } = await runCommand(go, ['install', MODULE], { env, signal })
  return code === 0 ? { program } : { missing: `Go could not build oasdiff: ${lastLines(output)}` }
}
