import { type QueryKey, useSuspenseInfiniteQuery } from '@tanstack/react-query'

interface ListPage<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

/**
 * Reads a list of the API page by page.
 *
 * @param refetchInterval milliseconds between refetches; none by default
 */
export function usePagesOf<Item>(
  queryKey: QueryKey,
  read: (cursor: string | undefined) => Promise<ListPage<Item>>,
  refetchInterval: number | false = false,
) {
  return useSuspenseInfiniteQuery({
    queryKey,
    refetchInterval,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}
