import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '@usher/contracts'
import { repository } from '@usher/local'
import { pythonWith } from '../../../../tests/e2e/python/environment.ts'
import { pythonConstants, pythonErrors, pythonResources } from '../emit/python.ts'
import { errorCodes } from '../model/error-codes.ts'
import { sdkOperations } from '../model/operations.ts'
import { answerSchemas, plainDocument, requestSchemas } from '../model/plain-document.ts'
import { run } from './run.ts'
import { VERSION } from './version.ts'

const source = join(repository, 'clients/python')

/**
 * Builds the wheel of the Python SDK into a folder.
 *
 * @returns its path
 * @throws SetupError when there is no Python, or its build tools cannot be had
 */
export async function packPython(folder: string): Promise<string> {
  const python = await buildPython()
  const place = await mkdtemp(join(tmpdir(), 'usher-python-'))
  try {
    await writePythonSource(place)
    await run(python, ['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, place])
    return join(folder, `usher-${VERSION}-py3-none-any.whl`)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** A Python with the tools that build the SDK and check its types. */
export const buildPython = (): Promise<string> => pythonWith(join(source, 'build-requirements.txt'))

/** Writes the whole source of the package into a folder: what is kept in the repository and what is generated. */
export async function writePythonSource(folder: string): Promise<void> {
  await cp(source, folder, { recursive: true })
  const document = openApiDocument('https://usher.invalid')
  const operations = sdkOperations(document)
  const { version } = document.info as { readonly version: string }
  const into = (name: string) => join(folder, 'src/usher', name)
  await mkdir(into(''), { recursive: true })
  await writeFile(into('_resources.py'), pythonResources(operations))
  await writeFile(into('_errors_by_code.py'), pythonErrors(errorCodes(document)))
  await writeFile(into('_constants.py'), pythonConstants(version, VERSION))
  const answers = plainDocument(document, answerSchemas(operations), { openEnumerations: true })
  await generate(answers, into('models.py'), 'pydantic_v2.BaseModel')
  await generate(plainDocument(document, requestSchemas(operations)), into('params.py'), 'typing.TypedDict')
}

/** Has datamodel-code-generator write the types of a document's schemas. */
async function generate(document: object, file: string, type: string): Promise<void> {
  const input = `${file}.json`
  await writeFile(input, JSON.stringify(document))
  await run(await buildPython(), ['-m', 'datamodel_code_generator', ...generatorArgs(input, file, type)])
  await rm(input)
}

const generatorArgs = (input: string, output: string, type: string): string[] => [
  ...['--input', input, '--output', output, '--input-file-type', 'openapi', '--output-model-type', type],
  ...['--target-python-version', '3.10', '--enum-field-as-literal', 'all', '--disable-timestamp'],
  ...[
    '--use-standard-collections',
    '--use-union-operator',
    '--collapse-root-models',
    '--use-field-description',
    '--parent-scoped-naming',
  ],
  ...(type.startsWith('pydantic') ? ['--extra-fields', 'allow'] : []),
]
