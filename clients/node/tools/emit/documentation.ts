import type { SdkOperation } from '../model/operations.ts'

/** The documentation of a method. */
export const documentationOf = ({ summary, answer }: SdkOperation): string =>
  `${summary}.${answer.kind === 'page' ? ' Iterate over it for all pages.' : ''}`
