import { openApiDocument } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { type Sample, samplesOf } from '../tools/emit/samples.ts'
import { sdkOperations } from '../tools/model/operations.ts'

/** The samples of all operations in one language, with the id of their operation. */
export function samplesIn(title: Sample['title']): (Sample & { readonly id: string })[] {
  const { operations } = recordedExamples()
  return sdkOperations(openApiDocument('https://usher.invalid')).flatMap((operation) => {
    const { request = { params: {}, query: {} } } = operations.get(operation.id) ?? {}
    return samplesOf(operation, request, 'USHER_API_KEY')
      .filter((sample) => sample.title === title)
      .map((sample) => ({ ...sample, id: operation.id }))
  })
}
