import type { IncomingHttpHeaders } from 'node:http'
import { isByMode, isLive, MODE_HEADER, MODES, type Mode, modeOf, type Operation } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { Served } from '../routes/route-table.ts'
import type { KnownCaller } from './known-caller.ts'

/** The mode that a request names; undefined if it names none that there is. */
export const requestedMode = (headers: IncomingHttpHeaders): Mode | undefined =>
  MODES.find((mode) => mode === headers[MODE_HEADER])

/** The mode in which a session calls an operation: members, keys and settings are always the live ones. */
export const modeFor = (operation: Served, headers: IncomingHttpHeaders): Mode =>
  'scope' in operation && isByMode(operation) ? (requestedMode(headers) ?? 'live') : 'live'

/** @throws ProblemError `mode_mismatch` where an operation is for test data, and the caller opens live data */
export function requireTestData({ onlyTest }: Operation, { organizationId }: KnownCaller): void {
  if (!onlyTest || !isLive(organizationId)) return
  throw new ProblemError(
    'mode_mismatch',
    'This is about test data. Use an API key that begins with usk_test_.',
  )
}

/**
 * Keys and tokens open the data of one mode. A request that names the other was meant for it.
 *
 * @throws ProblemError `mode_mismatch`, also for a mode that there is not
 */
export function requireMode(
  { organizationId, kind }: Pick<KnownCaller, 'organizationId' | 'kind'>,
  headers: IncomingHttpHeaders,
): void {
  const given = headers[MODE_HEADER]
  if (given === undefined) return
  const mode = requestedMode(headers)
  if (!mode) throw new ProblemError('mode_mismatch', `Send ${MODE_HEADER} as ${MODES.join(' or ')}.`)
  const own = modeOf(organizationId)
  if (kind === 'session' || mode === own) return
  throw new ProblemError(
    'mode_mismatch',
    `This credential opens ${own} data, and the request asks for ${mode} data.`,
  )
}
