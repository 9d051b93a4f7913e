import type { Operation } from '@usher/contracts'
import type { Answer } from '@usher/test-kit'
import { type Owner, type Params, send } from './owner.ts'

/** The text of a refusal, without the requested id. */
export const said = ({ status, body }: Answer) => {
  const { instance: _, request_id: __, ...rest } = body
  return { status, ...rest }
}

/** An id of the same kind that no resource has. */
export const inventedLike = (id: string): string =>
  `${id.slice(0, id.indexOf('_'))}_01h455vb4pex5vsknk084sn02q`

/** Expects that every credential of somebody is answered about a resource like about one that does not exist. */
export async function expectUnknown(
  stranger: Owner,
  operation: Operation,
  { params: theirs, body }: { readonly params: Params; readonly body: unknown },
): Promise<void> {
  const invented = { ...theirs, id: inventedLike(theirs.id ?? '') }
  for (const [, call] of stranger.credentials(operation)) {
    const refused = await send(call, operation, { params: theirs, body })
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(said(refused)).toEqual(said(await send(call, operation, { params: invented, body })))
  }
}
