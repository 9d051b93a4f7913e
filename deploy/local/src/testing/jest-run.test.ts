import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from '../processes.ts'
import { runJest } from './jest-run.ts'

/** Runs Jest in a folder with these files. */
async function run(files: Readonly<Record<string, string>>, ...args: string[]) {
  const home = await mkdtemp('/tmp/usher-jest-')
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(home, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text)
  const config = pathToFileURL(join(repository, 'jest.config.mjs')).href
  await writeFile(
    join(home, 'jest.config.mjs'),
    `import config from '${config}'
     const [, main] = config.projects
     export default { ...config, cacheDirectory: '${home}/cache', projects: [{ ...main, rootDir: '${home}' }] }`,
  )
  await using output = await open(join(home, 'output'), 'w')
  const { signal } = new AbortController()
  const report = await runJest({ projects: [], args, env: {}, home, signal, cwd: home, output: output.fd })
  return { report, output: await readFile(join(home, 'output'), 'utf8') }
}

test('an unknown option is named in the output, and counts as one error', async () => {
  const { report, output } = await run({}, '--nonsense')
  expect(output).toContain('Unrecognized option "nonsense"')
  expect(report).toMatchObject({ files: [], unhandledErrors: 1 })
})

test('a report names failed and skipped tests, and counts a file that cannot run', async () => {
  const { report, output } = await run({
    'good.test.ts': `
      const order: string[] = []
      afterAll(() => console.log(order.join(' ')))
      afterEach(() => void order.push('second'))
      afterEach(() => void order.push('first'))
      test('passes', () => {
        onTestFinished(() => void order.push('third'))
        expect(1).toBe(1)
      })`,
    'bad.test.ts': `
      describe('sums', () => {
        test('are right', () => expect(1 + 1).toBe(3))
        test('are asserted', () => {})
        test.skip('are skipped', () => {})
        test('reject nothing', async () => {
          void Promise.reject(new Error('lost'))
          expect(await new Promise((resolve) => setTimeout(resolve, 20))).toBeUndefined()
        })
      })`,
    'broken.test.ts': `throw new Error('no file')`,
    'hook.test.ts': `
      describe('a place', () => {
        beforeAll(() => { throw new Error('no place') })
        test('is set', () => expect(1).toBe(1))
      })`,
    'hang.test.ts': `
      jest.setTimeout(200)
      test('a wait without end', () => new Promise(() => {}))`,
  })
  expect(output).toContain('first second third')
  expect(report.files).toEqual(
    expect.arrayContaining([
      { file: 'good.test.ts', passed: 1, failed: 0 },
      { file: 'bad.test.ts', passed: 0, failed: 3 },
      { file: 'broken.test.ts', passed: 0, failed: 1 },
      { file: 'hook.test.ts', passed: 0, failed: 1 },
      { file: 'hang.test.ts', passed: 0, failed: 1 },
    ]),
  )
  for (const [name, reason] of [
    ['sums › are right', 'Expected: 3'],
    ['sums › are asserted', 'hasAssertions'],
    ['sums › reject nothing', 'lost'],
    ['a place › is set', 'no place'],
    ['a wait without end', 'Exceeded timeout of 200 ms'],
  ] as const)
    expect(output).toMatch(new RegExp(`● ${name}\n[^●]*${reason}`))
  expect(report.skipped).toEqual(['bad.test.ts > sums > are skipped'])
})

test('a promise rejected after the end of a file fails the next file of the worker', async () => {
  const { report } = await run(
    {
      'a.test.ts': `test('passes', () => expect(setTimeout(() => Promise.reject(new Error('late')), 5)).toBeDefined())`,
      'b.test.ts': `await new Promise((resolve) => setTimeout(resolve, 20)); test('passes', () => expect(1).toBe(1))`,
    },
    '--maxWorkers=1',
  )
  expect(report.files.reduce((sum, { failed }) => sum + failed, 0)).toBe(1)
})
