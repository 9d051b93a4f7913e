import { type Document, nameOf, type Operation, operationsOf, resolveIn } from './document.ts'

/** A code with which an operation refuses. */
interface Refusal {
  readonly status: string
  readonly code: string
}

export function refusalsOf({ responses }: Operation, { components }: Document): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, given]) => {
      const { content } = resolveIn(components.responses, given)
      const examples = Object.entries(content?.['application/problem+json']?.examples ?? {})
      return examples.map(([key, example]) => ({ status, code: '$ref' in example ? nameOf(example) : key }))
    })
}

const known = new WeakMap<Document, ReadonlySet<string>>()

/** Codes that at least a third of all operations may answer. */
export function commonCodes(document: Document): ReadonlySet<string> {
  const common = known.get(document) ?? countCommon(document)
  known.set(document, common)
  return common
}

function countCommon(document: Document): ReadonlySet<string> {
  const operations = operationsOf(document)
  const codes = operations.flatMap(({ operation }) => refusalsOf(operation, document).map(({ code }) => code))
  const isCommon = (code: string) => codes.filter((one) => one === code).length * 3 >= operations.length
  return new Set(codes.filter(isCommon))
}
