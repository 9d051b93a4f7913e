import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '@usher/contracts'
import { lastLines, repository, runCommand, SetupError } from '@usher/local'
import { goResources } from '../emit/go.ts'
import { sdkOperations } from '../model/operations.ts'
import { answerSchemas, plainDocument, requestSchemas } from '../model/plain-document.ts'
import { run } from './run.ts'
import { VERSION } from './version.ts'

const source = join(repository, 'clients/go')

/**
 * Packs the module of the Go SDK, a folder `usher-go`, into a folder.
 *
 * @returns its path
 * @throws SetupError when there is no Go, or its generator cannot be had
 */
export async function packGo(folder: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'usher-go-'))
  try {
    await writeGoSource(join(place, 'usher-go'))
    const tarball = join(folder, `usher-go-${VERSION}.tar.gz`)
    await run('tar', ['-czf', tarball, '-C', place, 'usher-go'])
    return tarball
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Writes the whole source of the module into a folder: what is kept in the repository and what is generated. */
export async function writeGoSource(folder: string): Promise<void> {
  await cp(source, folder, { recursive: true, filter: (path) => path !== goGenerator })
  const document = openApiDocument('https://usher.invalid')
  const operations = sdkOperations(document)
  const { version } = document.info as { readonly version: string }
  await writeFile(join(folder, 'resources.go'), goResources(operations, version, VERSION))
  const input = join(folder, 'document.json')
  const schemas = [...requestSchemas(operations), ...answerSchemas(operations), 'Problem']
  await writeFile(input, JSON.stringify(plainDocument(document, schemas)))
  const config = ['-config', join(goGenerator, 'oapi-codegen.yaml'), '-o', join(folder, 'models.go')]
  await oapiCodegen([...config, input])
  await leaveOutNil(join(folder, 'models.go'))
  await run('gofmt', ['-w', 'resources.go'], folder)
  await rm(input)
}

/** A list that is empty is sent, one that is nil is not: `omitempty` would leave out both. */
async function leaveOutNil(file: string): Promise<void> {
  const models = await readFile(file, 'utf8')
  await writeFile(file, models.replaceAll(',omitempty"', ',omitzero"'))
}

/** A module of its own, so that who uses the Go SDK does not get the generator. */
const goGenerator = join(repository, 'clients/go/generator')

/**
 * Runs oapi-codegen.
 *
 * @returns what it printed
 * @throws SetupError when there is no Go, or the generator cannot be had, or it fails
 */
export async function oapiCodegen(args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand('go', ['tool', 'oapi-codegen', ...args], { cwd: goGenerator })
  if (code !== 0) throw new SetupError(`oapi-codegen ended with ${code}:\n${lastLines(output, 20)}`)
  return output
}
