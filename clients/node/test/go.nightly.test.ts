import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oapiCodegen, packGo, writeGoSource } from '../tools/pack/go.ts'
import { run } from '../tools/pack/run.ts'
import { startDriver } from './conformance/driver.ts'
import { describeConformance } from './conformance/suite.ts'
import { unlessMissing } from './conformance/unless-missing.ts'
import { samplesIn } from './samples.ts'

const folder = await mkdtemp(join(tmpdir(), 'usher-go-sdk-'))
const { lack } = await unlessMissing('the Go SDK', () => oapiCodegen(['-version']))

afterAll(() => rm(folder, { recursive: true, force: true }))

;(lack ? describe.skip : describe)('the Go SDK', () => {
  let program: string
  beforeAll(async () => {
    await writeGoSource(join(folder, 'source'))
    program = join(folder, 'driver')
    await cp(new URL('./conformance/drivers/go', import.meta.url).pathname, program, { recursive: true })
    await run('tar', ['-xzf', await packGo(folder)], program)
    await run('go', ['mod', 'edit', '-replace', 'usher.example/usher-go=./usher-go'], program)
    await run('go', ['mod', 'tidy'], program)
    await run('go', ['build', '-o', 'driver', '.'], program)
  })

  test('go vet and gofmt report nothing, in the SDK and in a program that uses it', async () => {
    for (const place of [join(folder, 'source'), program]) {
      expect(await run('go', ['vet', './...'], place)).toBe('')
      expect(await run('gofmt', ['-l', '.'], place)).toBe('')
    }
  })

  test('go vet finds nothing in the samples of the reference', async () => {
    const place = join(program, 'samples')
    await mkdir(place)
    const functions = samplesIn('Go').map(({ id, source }) => {
      const end = source.startsWith('for ') ? 'return nil' : 'return err'
      const used = source.includes('answer, err') ? 'fmt.Println(answer)\n' : ''
      return `func ${id}() error {\n${source}\n${used}${end}\n}`
    })
    const imports = 'import (\n"context"\n"fmt"\n\nusher "usher.example/usher-go"\n)'
    const head = `package samples\n${imports}\nvar ctx = context.Background()\nvar client *usher.Client\n`
    await writeFile(join(place, 'samples.go'), head + functions.join('\n'))
    expect(await run('go', ['vet', './samples'], program)).toBe('')
  })

  test('passes its own tests', async () => {
    expect(await run('go', ['test', './...'], join(folder, 'source'))).toMatch(/^ok/m)
  })

  // The module is unpacked beside a program that requires it.
  describeConformance('Go SDK, from its tarball', async () => startDriver(join(program, 'driver'), []))
})
