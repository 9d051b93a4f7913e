import type { Operation } from '@usher/contracts'
import { z } from 'zod'
import { type Entry, onOne } from './table.ts'

const WHERE = 'tests/e2e/isolation/table.ts'

/** What must be added to the table for an operation, in words for its author. */
export function lacks(operation: Operation, entry: Entry | undefined): string[] {
  const { id, path, scope, body, query, callback } = operation
  const { at, naming } = onOne(entry)
  const isOpen = entry === 'open' || naming?.on !== undefined
  // Test clocks open no live data; tests/e2e/test-clocks.test.ts tries them as another organisation.
  const isNamed = path.includes('{') && !operation.onlyTest
  if (!entry) {
    const example = isNamed ? "'KIND' (a kind of isolation/resources.ts)" : scope ? "'own'" : "'open'"
    return [`Add ${id} to ${WHERE}: ${id}: ${example}, and what its body or query names.`]
  }
  const faults = []
  if (isNamed && !at && !isOpen) faults.push(`${id}: say in ${WHERE} which kind of resource ${path} names.`)
  if (isOpen !== (scope === null)) faults.push(`${id}: 'open' means that it needs no credential.`)
  // Callbacks belong to the organisation of their token; their service's own tests prove that.
  if ([body, query].some(namesResources) && !naming && !callback)
    faults.push(`${id}: its body or query has ids: add naming to ${WHERE}.`)
  return faults
}

/** Whether a schema contains resource identifiers (TypeIDs). */
const namesResources = (schema: z.ZodType): boolean =>
  /"pattern":"\^[a-z]+_\[0-7\]/.test(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })))
