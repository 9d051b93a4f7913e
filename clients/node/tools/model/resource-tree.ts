import type { SdkOperation } from './operations.ts'

/** A resource of an SDK with its operations and the resources within it. */
export interface ResourceNode {
  /** Where the resource around it has it, such as `guests`. */
  readonly field: string
  /** Such as `QueuesGuests`; empty for the root. */
  readonly className: string
  readonly children: ResourceNode[]
  readonly operations: SdkOperation[]
}

/** The root holds the resources that stand alone. */
export function resourceTree(operations: readonly SdkOperation[]): ResourceNode {
  const root: ResourceNode = { field: '', className: '', children: [], operations: [] }
  for (const operation of operations) {
    operation.resource.reduce(childOf, root).operations.push(operation)
  }
  return root
}

function childOf(node: ResourceNode, field: string): ResourceNode {
  const known = node.children.find((child) => child.field === field)
  if (known) return known
  const className = node.className + pascalCase(field)
  const child: ResourceNode = { field, className, children: [], operations: [] }
  node.children.push(child)
  return child
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
