import { nextCursor } from '../client/next-cursor.ts'

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[]
  /** Of the next page; null: this is the last. */
  readonly next_cursor: string | null
}

type ItemIn<OnePage> = OnePage extends Page<infer Item> ? Item : never

/** The first page of a list when awaited; every item of all pages with `for await`. */
export type PagePromise<OnePage> = Promise<OnePage> & AsyncIterable<ItemIn<OnePage>>

/** @param read reads the page at a cursor; without one, the first */
export function pagePromise<OnePage extends Page<unknown>>(
  read: (cursor?: string) => Promise<OnePage>,
): PagePromise<OnePage> {
  const first = read()
  // An iteration that starts later, or the caller's own await, throws what went wrong.
  first.catch(() => {})
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first
      let cursor: string | undefined
      for (;;) {
        yield* page.data as ItemIn<OnePage>[]
        cursor = nextCursor(page, cursor)
        if (cursor === undefined) return
        page = await read(cursor)
      }
    },
  })
}
