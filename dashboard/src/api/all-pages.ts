interface PageOf<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

/** Reads a list to its end. For lists that stay short: settings, not what guests do. */
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
