import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../src/index.ts'

const { commands } = (await import(join(repository, 'deploy/local/commands.mjs'))) as {
  commands: Record<string, { readonly script: string }>
}
const runner = join(repository, 'deploy/local/run.mjs')
const run = (...args: string[]) =>
  spawnSync(process.execPath, [runner, ...args], { cwd: repository, encoding: 'utf8' })
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Name of each npm script with the command that it runs. */
const runners = Object.entries(scripts).flatMap(([script, line]) => {
  const command = /run\.mjs (\S+)/.exec(line)?.[1]
  return command === undefined ? [] : [{ script, command }]
})

describe('the scripts of package.json', () => {
  test.each(runners)('$script runs a command that exists', ({ command }) => {
    const known = commands[command]
    expect(existsSync(join(repository, known?.script ?? 'missing'))).toBe(true)
  })

  test('run every command', () => {
    expect(new Set(runners.map(({ command }) => command))).toEqual(new Set(Object.keys(commands)))
  })
})

describe('the option --help', () => {
  test.each(Object.keys(commands))('prints the usage of %s and runs nothing else', (name) => {
    const { status, stdout, stderr } = run(name, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [, called] = /^Usage: npm (?:run )?(\S+)/.exec(stdout) ?? []
    expect(runners).toContainEqual({ script: called, command: name })
  })
})

test('reports an unknown option of a command by name, without a stack trace', () => {
  const { status, stderr } = run('fuzz', '--nope')
  expect(status).toBe(1)
  expect(stderr).toContain("Unknown option '--nope'")
  expect(stderr).not.toMatch(/^ +at /m)
})
