import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastLines, runCommand } from '@usher/local'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDriver } from '../conformance/driver.ts'
import { describeConformance } from '../conformance/suite.ts'
import { unlessMissing } from '../conformance/unless-missing.ts'
import { packGo, writeGoSource } from '../tools/pack/go.ts'

const folder = await mkdtemp(join(tmpdir(), 'usher-go-sdk-'))
const { lack } = await unlessMissing('the Go SDK', () => writeGoSource(join(folder, 'source')))

async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(command, args, { cwd })
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${lastLines(output, 20)}`)
  return output
}

afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(lack)('given the Go SDK', () => {
  let program: string
  beforeAll(async () => {
    program = join(folder, 'driver')
    await cp(new URL('../conformance/drivers/go', import.meta.url).pathname, program, { recursive: true })
    await run(program, 'tar', '-xzf', await packGo(folder))
    await run(program, 'go', 'mod', 'edit', '-replace', 'usher.example/usher-go=./usher-go')
    await run(program, 'go', 'mod', 'tidy')
    await run(program, 'go', 'build', '-o', 'driver', '.')
  })

  test('when it is vetted and formatted, then there is nothing wrong with it or with a program by it', async () => {
    for (const place of [join(folder, 'source'), program]) {
      expect(await run(place, 'go', 'vet', './...')).toBe('')
      expect(await run(place, 'gofmt', '-l', '.')).toBe('')
    }
  })

  test('when its own tests run, then they pass', async () => {
    expect(await run(join(folder, 'source'), 'go', 'test', './...')).toMatch(/^ok/m)
  })

  // The module is unpacked beside a program that requires it.
  describeConformance('Go SDK, from its tarball', async () => startDriver(join(program, 'driver'), []))
})
