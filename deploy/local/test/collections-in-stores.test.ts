import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../src/processes.ts'

/** A store keeps its collection to itself; migrations go through any. */
const MAY_USE = /-store\.ts$|\/store\/|\/migrations\/|\.test\.ts$/

const USES = /\.collection[.(<]|collectionOf\(/

describe('database collections', () => {
  const files = globSync('{services/*,gateway}/src/**/*.ts', { cwd: repository })

  test('are used only by stores and migrations in services and the gateway', () => {
    const using = files.filter((file) => USES.test(readFileSync(join(repository, file), 'utf8')))
    expect(using.filter((file) => MAY_USE.test(file)).length).toBeGreaterThan(50)
    expect(using.filter((file) => !MAY_USE.test(file))).toEqual([])
  })
})
