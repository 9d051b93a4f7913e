import { readReport } from '../src/known-vulnerabilities.ts'
import { forbiddenLicences } from '../src/licences.ts'

const lockOf = (packages: object) => ({ packages: { '': {}, ...packages } })

describe('licences of what is shipped', () => {
  it.each(['MIT', '(MIT OR EUPL-1.1+)', '(MIT AND Zlib)', 'Apache-2.0'])(
    'given a package under %s, when the lock is read, then it may be shipped',
    (license) => {
      expect(forbiddenLicences(lockOf({ 'node_modules/a': { license } }))).toEqual([])
    },
  )

  it.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SEE LICENSE IN file', 'UNLICENSED'])(
    'given a package under %s, when the lock is read, then it is named',
    (license) => {
      const lock = lockOf({ 'node_modules/a/node_modules/@b/c': { license } })
      expect(forbiddenLicences(lock)).toEqual([`@b/c: ${license}`])
    },
  )

  it('given a package that tells no licence, when the lock is read, then it is named', () => {
    expect(forbiddenLicences(lockOf({ 'node_modules/a': {} }))).toEqual(['a: none told'])
  })

  it('given a tool of developers and a room of ours, when the lock is read, then they are not looked at', () => {
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

  it.each(['high', 'critical'])('given a %s one, when the report is read, then it is named', (severity) => {
    expect(readReport(report(severity))).toEqual({ asked: true, severe: [`a: ${severity}`] })
  })

  it('given a moderate one, when the report is read, then it is not named', () => {
    expect(readReport(report('moderate'))).toEqual({ asked: true, severe: [] })
  })

  it.each(['', '{"message":"405 Method Not Allowed"}'])(
    'given an answer that is no report (%j), when it is read, then nothing is taken as asked',
    (text) => {
      expect(readReport(text)).toMatchObject({ asked: false })
    },
  )
})
