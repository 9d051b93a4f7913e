import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { goModule } from './tools.ts'

const KUBERNETES = { module: 'k8s.io/kubernetes', version: 'v1.34.2' } as const
const KEDA = { module: 'github.com/kedacore/keda/v2', version: 'v2.18.1' } as const
const KEDA_FILES = ['keda.sh_scaledobjects.yaml', 'keda.sh_triggerauthentications.yaml']

/** The Kubernetes version whose schemas are used, in Helm's notation. */
export const kubernetesVersion = KUBERNETES.version.slice(1)

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[]
}

type Definitions = Readonly<Record<string, Schema>>

/** Typed as strings in the OpenAPI document, although JSON may hold numbers. */
const NUMBERS_TOO: Definitions = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
}

/**
 * Writes the JSON schemas that kubeconform would otherwise download: Kubernetes' kinds from its OpenAPI document,
 * KEDA's from its CRDs. They are strict: they reject unknown fields.
 *
 * @returns kubeconform's schema location
 */
export async function writeKubernetesSchemas(folder: string): Promise<string> {
  const openApi = join(await goModule(KUBERNETES.module, KUBERNETES.version), 'api/openapi-spec/swagger.json')
  const { definitions } = JSON.parse(await readFile(openApi, 'utf8')) as { definitions: Definitions }
  const closed = { ...closeAll(definitions), ...NUMBERS_TOO }
  for (const [name, schema] of Object.entries(definitions)) {
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? []) {
      const whole = { $ref: `#/definitions/${name}`, definitions: needed(name, closed) }
      await writeFile(join(folder, fileName(kind, group, version)), JSON.stringify(whole))
    }
  }
  await writeKedaSchemas(folder)
  return join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json')
}

interface ResourceDefinition {
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string }
    readonly versions: readonly {
      readonly name: string
      readonly schema: { readonly openAPIV3Schema: Schema }
    }[]
  }
}

async function writeKedaSchemas(folder: string): Promise<void> {
  const root = join(await goModule(KEDA.module, KEDA.version), 'config/crd/bases')
  for (const file of KEDA_FILES) {
    const { spec } = parse(await readFile(join(root, file), 'utf8')) as ResourceDefinition
    for (const { name, schema } of spec.versions) {
      const target = join(folder, fileName(spec.names.kind, spec.group, name))
      await writeFile(target, JSON.stringify(close(schema.openAPIV3Schema)))
    }
  }
}

/** Named as kubeconform expects: kind, first part of the group, version. */
function fileName(kind: string, group: string, version: string): string {
  return `${[kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase()}.json`
}

const closeAll = (definitions: Definitions): Definitions =>
  Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, close(schema)]))

/** Makes a schema and those nested in it reject unknown fields. */
function close<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(close) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const within = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]))
  const isOpen = 'additionalProperties' in schema || 'x-kubernetes-preserve-unknown-fields' in schema
  const isObject = typeof (schema as Schema).properties === 'object' && 'type' in schema && !isOpen
  return { ...within, ...(isObject && { additionalProperties: false }) } as T
}

/** A definition with everything it refers to: the whole document is too large to read for each kind. */
function needed(name: string, definitions: Definitions, found: Record<string, Schema> = {}): Definitions {
  const schema = definitions[name]
  if (name in found || schema === undefined) return found
  found[name] = schema
  for (const [, next] of JSON.stringify(schema).matchAll(/"#\/definitions\/([^"]+)"/g)) {
    needed(next as string, definitions, found)
  }
  return found
}
