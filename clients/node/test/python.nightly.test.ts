import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPython, packPython, writePythonSource } from '../tools/pack/python.ts'
import { run } from '../tools/pack/run.ts'
import { startDriver } from './conformance/driver.ts'
import { describeConformance } from './conformance/suite.ts'
import { unlessMissing } from './conformance/unless-missing.ts'
import { samplesIn } from './samples.ts'

const driver = new URL('./conformance/drivers/python_driver.py', import.meta.url).pathname
const { value: tools = '', lack } = await unlessMissing('the Python SDK', buildPython)

;(lack ? describe.skip : describe)('the Python SDK', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-python-sdk-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('strict mypy finds no issues, in the SDK, a program that uses it, and the samples', async () => {
    await writePythonSource(folder)
    const samples = join(folder, 'samples.py')
    const functions = samplesIn('Python').map(
      ({ id, source }) => `def ${id}() -> None:\n    ${source.replaceAll('\n', '\n    ')}\n`,
    )
    await writeFile(samples, ['from usher import Usher', 'usher = Usher("", "")', ...functions].join('\n'))
    const config = ['--config-file', join(folder, 'pyproject.toml'), '--cache-dir', join(folder, 'mypy')]
    const output = await run(tools, ['-m', 'mypy', ...config, join(folder, 'src/usher'), driver, samples])
    expect(output).toContain('Success: no issues found')
  })

  test('passes its own tests', async () => {
    await writePythonSource(folder)
    const tests = join(folder, 'tests')
    const path = `PYTHONPATH=${join(folder, 'src')}`
    expect(await run('env', [path, tools, '-m', 'unittest', 'discover', '-s', tests])).toMatch(/^OK$/m)
  })

  // The wheel is installed where there is nothing else.
  describeConformance('Python SDK, installed from its wheel', async () => {
    const wheel = await packPython(folder)
    await run('python3', ['-m', 'venv', join(folder, 'venv')])
    const python = join(folder, 'venv/bin/python')
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel])
    return startDriver(python, [driver])
  })
})
