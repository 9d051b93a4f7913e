import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ListInitOf, ListPath, SessionPaths } from '@usher/sdk/client'
import { api } from './client.ts'

/** All entries of a list of the API, by its path. */
export const listQuery = <Path extends ListPath<SessionPaths>>(
  path: Path,
  ...init: ListInitOf<SessionPaths, Path>
) => queryOptions({ queryKey: [path, ...init] as QueryKey, queryFn: () => api.all(path, ...init) })
