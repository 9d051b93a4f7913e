import { STREAM_SILENCE_MS } from '@usher/contracts'
import type { QueryParameter, SdkOperation } from '../model/operations.ts'
import { type ResourceNode, resourceTree } from '../model/resource-tree.ts'
import { documentationOf } from './documentation.ts'

const HEADER = '# Made from the OpenAPI document.'

/** The source of `_constants.py`. */
export const pythonConstants = (
  apiVersion: string,
  sdkVersion: string,
): string => `API_VERSION = "${apiVersion}"
USER_AGENT = "usher-python/${sdkVersion}"
# After this many seconds of silence a stream is dead: three heartbeats of the server.
STREAM_SILENCE = ${(STREAM_SILENCE_MS / 1000).toFixed(1)}
`

/** The source of `_resources.py`. */
export function pythonResources(operations: readonly SdkOperation[]): string {
  const tree = resourceTree(operations)
  return [
    HEADER,
    'from __future__ import annotations',
    '',
    'from typing_extensions import Unpack',
    '',
    'from . import models, params',
    'from ._pages import Pages',
    'from ._resource import Resource',
    'from ._streams import EventStream',
    'from ._transport import Transport, path_of',
    '',
    ...tree.children.flatMap(classesOf),
    '',
    'class Resources:',
    '    """Every resource of the API."""',
    '',
    '    def __init__(self, transport: Transport) -> None:',
    ...tree.children.map(creationOf),
    '',
  ].join('\n')
}

/** The source of `_errors_by_code.py`. */
export function pythonErrors(codes: readonly string[]): string {
  const classes = codes.map((code) => ({ code, name: `${pascal(code).replace(/Error$/, '')}Error` }))
  return [
    HEADER,
    'from ._errors import APIError',
    '',
    ...classes.flatMap(({ code, name }) => [
      '',
      `class ${name}(APIError):`,
      `    """The code ${code}."""`,
      '',
    ]),
    '',
    'ERRORS_BY_CODE: dict[str, type[APIError]] = {',
    ...classes.map(({ code, name }) => `    "${code}": ${name},`),
    '}',
    '',
    '__all__ = [',
    ...classes.map(({ name }) => `    "${name}",`),
    ']',
    '',
  ].join('\n')
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const pascal = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())

const creationOf = ({ field, className }: ResourceNode): string =>
  `        self.${snakeCase(field)} = ${className}(transport)`

function classesOf({ className, children, operations }: ResourceNode): string[] {
  const constructor_ = [
    '    def __init__(self, transport: Transport) -> None:',
    '        super().__init__(transport)',
  ]
  const members = [
    ...(children.length > 0 ? [[...constructor_, ...children.map(creationOf)]] : []),
    ...operations.map(methodOf),
  ]
  const body = members.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
  return [...children.flatMap(classesOf), '', `class ${className}(Resource):`, ...body, '']
}

function methodOf(operation: SdkOperation): string[] {
  const parameters = ['self', ...parametersOf(operation)].join(', ')
  return [
    `    def ${snakeCase(operation.name)}(${parameters}) -> ${resultOf(operation)}:`,
    `        """${documentationOf(operation).replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`,
    `        ${callOf(operation)}`,
  ]
}

function parametersOf({ ids, query, body, answer }: SdkOperation): string[] {
  // What must be given goes first, as Python wants.
  const sorted = [...query].sort((one, two) => Number(two.required) - Number(one.required))
  const resume = answer.kind === 'events' ? ['last_event_id: str | None = None'] : []
  const keywords = [...sorted.map(keywordOf), ...resume]
  return [
    ...ids.map((name) => `${snakeCase(name)}: str`),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
    ...(body?.isUnion ? [`body: params.${body.schema}`] : []),
    ...(body && !body.isUnion ? [`**body: Unpack[params.${body.schema}]`] : []),
  ]
}

/** `from` is a word of Python. */
export const pythonArgument = (name: string): string => (name === 'from' ? 'from_' : name)

function keywordOf({ name, type, required }: QueryParameter): string {
  const python = type === 'integer' ? 'int' : 'str'
  return required ? `${pythonArgument(name)}: ${python}` : `${pythonArgument(name)}: ${python} | None = None`
}

function resultOf({ answer }: SdkOperation): string {
  if (answer.kind === 'page') return `Pages[models.${answer.schema}, models.${answer.item}]`
  if (answer.kind === 'events') return 'EventStream'
  if (answer.kind === 'text') return 'str'
  return answer.kind === 'object' ? `models.${answer.schema}` : 'None'
}

function callOf({ method, path, ids, query, body, answer }: SdkOperation): string {
  const template = `"${path.replace(/\{\w+\}/g, '{}')}"`
  const place = ids.length === 0 ? template : `path_of(${[template, ...ids.map(snakeCase)].join(', ')})`
  const given = `{${query.map(({ name }) => `"${name}": ${pythonArgument(name)}`).join(', ')}}`
  if (answer.kind === 'events') {
    const last = answer.endsWith === undefined ? '' : `, "${answer.endsWith}"`
    return `return self._events(${place}, ${given}, last_event_id${last})`
  }
  if (answer.kind === 'text') return `return self._text(${place}, ${given})`
  if (answer.kind === 'nothing') return `self._nothing("${method}", ${place}, ${given})`
  if (answer.kind === 'page')
    return `return self._pages(models.${answer.schema}, lambda page: page, ${place}, ${given})`
  const sent = [
    ...(query.length > 0 ? [`query=${given}`] : []),
    ...(body ? [`body=body${body.required || body.isUnion ? '' : ' or None'}`] : []),
  ]
  return `return self._object(${[`models.${answer.schema}`, `"${method}"`, place, ...sent].join(', ')})`
}
