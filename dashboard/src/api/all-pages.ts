interface PageOf<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

/** Reads every page of a list. For short lists such as settings, not for guests. */
export async function allPages<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<PageOf<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = null
  do {
    const page: PageOf<Item> = await read({ limit: 100, ...(cursor !== null && { cursor }) })
    all.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return all
}
