import { withoutFlakes } from './flaky.ts'
import type { FileReport, TestReport } from './reporter.ts'

const good = (file: string, passed = 2): FileReport => ({ file, passed, failed: 0 })
const bad = (file: string): FileReport => ({ file, passed: 1, failed: 1 })
const report = (...files: FileReport[]): TestReport => ({
  files,
  skipped: [],
  unhandledErrors: 0,
})

describe('a run in which every file passed', () => {
  test('reports all tests as passed without running any file again', async () => {
    const rerun = jest.fn<Promise<TestReport>, []>()
    const outcome = await withoutFlakes({ ...report(good('a'), good('b')), skipped: ['a > x'] }, rerun)
    expect(outcome).toEqual({ passed: 4, failed: 0, skipped: ['a > x'], flaky: [] })
    expect(rerun).not.toHaveBeenCalled()
  })
})

describe('a run in which files failed', () => {
  test('reports a file that passes on its own as flaky, and one that fails again as failed', async () => {
    const rerun = jest.fn(async () => report(good('flake'), bad('fault')))
    const outcome = await withoutFlakes(report(good('a'), bad('flake'), bad('fault')), rerun)
    expect(rerun).toHaveBeenCalledWith(['flake', 'fault'])
    expect(outcome).toEqual({ passed: 5, failed: 1, skipped: [], flaky: ['flake'] })
  })

  test('counts a failure when the file is missing from the second run', async () => {
    const outcome = await withoutFlakes(report(bad('gone')), async () => ({
      ...report(),
      unhandledErrors: 1,
    }))
    expect(outcome).toMatchObject({ failed: 1, flaky: [] })
  })

  test('counts all failures without running again when more than five files failed', async () => {
    const rerun = jest.fn<Promise<TestReport>, []>()
    const outcome = await withoutFlakes(report(...['a', 'b', 'c', 'd', 'e', 'f'].map(bad)), rerun)
    expect(outcome).toEqual({ passed: 6, failed: 6, skipped: [], flaky: [] })
    expect(rerun).not.toHaveBeenCalled()
  })

  test('fails because of an error outside any test, although the file passes on its own', async () => {
    const first = { ...report(bad('a')), unhandledErrors: 1 }
    expect(await withoutFlakes(first, async () => report(good('a')))).toMatchObject({
      failed: 1,
      flaky: ['a'],
    })
  })
})
