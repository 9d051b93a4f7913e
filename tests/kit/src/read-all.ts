import type { Client } from './client.ts'

/**
 * All entries of a list, page by page.
 *
 * @param path with its query, at least `?limit=`
 * @throws Error for a response other than 200
 */
export async function readAll<T>(api: Client, path: string): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await api('GET', path + (cursor && `&cursor=${encodeURIComponent(cursor)}`))
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${body.detail}`)
    all.push(...body.data)
    cursor = body.next_cursor
  }
  return all
}
