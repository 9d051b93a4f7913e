import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { repository } from '../src/processes.ts'

const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
const rooms = globSync(
  workspaces.map((workspace: string) => `${workspace}/src`),
  { cwd: repository },
)

/** The folder of a room that a path is in; undefined at the room's root or outside the room. */
function folderOf(room: string, path: string): string | undefined {
  const parts = relative(room, path).split('/')
  return parts.length > 1 && parts[0] !== '..' ? parts[0] : undefined
}

/** Which folders each folder of a room imports, type imports included, tests excluded. */
function importsOf(room: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: room })) {
    if (/\.test\.tsx?$|^testing\//.test(file)) continue
    const path = join(room, file)
    const from = folderOf(room, path)
    if (from === undefined) continue
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const to = folderOf(room, resolve(dirname(path), target))
      if (to !== undefined && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  }
  return imports
}

/** The first import cycle found, as a list of folders. */
function circleIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  const visit = (folder: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const next of imports.get(folder) ?? []) {
      const circle = visit(next, [...path, folder])
      if (circle) return circle
    }
    done.add(folder)
    return undefined
  }
  return [...imports.keys()].map((folder) => visit(folder, [])).find((circle) => circle !== undefined)
}

describe('imports between the folders of a workspace', () => {
  test.each(rooms)('contain no cycle in %s', (room) => {
    expect(circleIn(importsOf(join(repository, room)))?.join(' → ')).toBeUndefined()
  })

  test('are reported as a cycle when two folders import each other', () => {
    const imports = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(circleIn(imports)).toEqual(['b', 'c', 'b'])
  })
})
