import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '@usher/local'
import { type FirstLoad, loadFirst } from './board-bench/first-load.ts'
import { useBoards } from './during-tests.ts'

/** What a board may take to open on a slow connection, with 30 guests of 0.75 kB each. */
const MAX_BYTES = 200_000
const MAX_REQUESTS = 15
const GUESTS = 30

const boards = useBoards()
let load: FirstLoad
beforeAll(async () => {
  const { page, id } = await boards.open(Array.from({ length: GUESTS }, (_, i) => `Guest ${i + 1}`))
  await page.goto('about:blank')
  load = await loadFirst(page, `/queues/${id}`)
})

describe('a board that is opened with an empty cache', () => {
  test('loads at most 200 kB in at most 15 requests, without reading anything twice', () => {
    const { bytes, files } = load
    const paths = files.map(({ path }) => path)
    const isWithin = {
      bytes: bytes <= MAX_BYTES,
      requests: files.length <= MAX_REQUESTS,
      readOnce: new Set(paths).size === paths.length,
    }
    expect({ load, isWithin }).toEqual({ load, isWithin: { bytes: true, requests: true, readOnce: true } })
  })

  test('has the styles of its components in the first load, and those of all others elsewhere in the build', () => {
    const folder = join(boards.dashboard.usher.stack.environments.gateway?.DASHBOARD_DIR ?? '', 'assets')
    const all = readdirSync(folder)
    const isFirst = (name: string) => load.files.some(({ path }) => path === `/assets/${name}`)
    const classesIn = (ending: string, names: readonly string[]) =>
      classesOf(names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name)))
    const styled = classesOf([join(repository, 'node_modules/@mantine/core/styles.css')])
    const unstyled = (names: readonly string[]) => {
      const present = classesIn('.css', names)
      return [...classesIn('.js', names)].filter((name) => styled.has(name) && !present.has(name))
    }
    expect(unstyled(all.filter(isFirst))).toEqual([])
    expect(unstyled(all)).toEqual([])
  })
})

/** The classes of Mantine's components that files mention. */
const classesOf = (paths: readonly string[]): Set<string> =>
  new Set(paths.flatMap((path) => readFileSync(path, 'utf8').match(/\bm_[0-9a-f]{6,8}\b/g) ?? []))
