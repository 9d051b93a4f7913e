import { readReport } from '../src/checks.ts'
import { forbiddenLicences } from '../src/licences.ts'

const lockOf = (packages: object) => ({ packages: { '': {}, ...packages } })

describe('licences of what is shipped', () => {
  it.each(['MIT', '(MIT OR EUPL-1.1+)', '(MIT AND Zlib)', 'Apache-2.0'])(
    'allows a package under %s',
    (license) => {
      expect(forbiddenLicences(lockOf({ 'node_modules/a': { license } }))).toEqual([])
    },
  )

  it.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SEE LICENSE IN file', 'UNLICENSED'])(
    'reports a package under %s',
    (license) => {
      const lock = lockOf({ 'node_modules/a/node_modules/@b/c': { license } })
      expect(forbiddenLicences(lock)).toEqual([`@b/c: ${license}`])
    },
  )

  it('reports a package without a licence', () => {
    expect(forbiddenLicences(lockOf({ 'node_modules/a': {} }))).toEqual(['a: none told'])
  })

  it('ignores development tools and our own workspaces', () => {
    const lock = lockOf({
      'node_modules/a': { license: 'GPL-3.0-only', dev: true },
      'node_modules/@usher/queue': { link: true },
    })
    expect(forbiddenLicences(lock)).toEqual([])
  })
})

describe('known vulnerabilities', () => {
  const report = (severity: string) =>
    JSON.stringify({
      metadata: { vulnerabilities: { low: 0, high: 1, critical: 0 } },
      vulnerabilities: { a: { severity } },
    })

  it.each(['high', 'critical'])('reports a %s vulnerability', (severity) => {
    expect(readReport(report(severity))).toEqual({ asked: true, severe: [`a: ${severity}`] })
  })

  it('ignores a moderate vulnerability', () => {
    expect(readReport(report('moderate'))).toEqual({ asked: true, severe: [] })
  })

  it.each(['', '{"message":"405 Method Not Allowed"}'])(
    'treats an npm answer that is no report (%j) as not asked',
    (text) => {
      expect(readReport(text)).toMatchObject({ asked: false })
    },
  )
})
