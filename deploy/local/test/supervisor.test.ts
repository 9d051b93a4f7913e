import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessSpec } from '../src/supervised-process.ts'
import { supervise } from '../src/supervisor.ts'
import { aFolder, aProcess, isAlive, until } from './util.ts'

const backoff = { firstMs: 10, maxMs: 100, resetAfterMs: 30_000 }

/** Supervises processes with logs in a new folder; `lines` is what the terminal shows. */
async function superviseAll(specs: readonly ProcessSpec[], stopGraceMs = 5_000) {
  const folder = await aFolder()
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  try {
    const supervisor = await supervise(specs, { logs: folder.path, log, backoff, stopGraceMs })
    const dispose = async () => {
      await supervisor.stop()
      await folder[Symbol.asyncDispose]()
    }
    return { supervisor, lines, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await folder[Symbol.asyncDispose]()
    throw error
  }
}

describe('the supervisor', () => {
  test('resolves once both of two processes are running and ready', async () => {
    const specs = [await aProcess('one'), await aProcess('two')]
    await using running = await superviseAll(specs)
    expect(Object.keys(running.supervisor.pids())).toEqual(['one', 'two'])
    for (const { readyUrl } of specs) expect((await fetch(readyUrl)).status).toBe(200)
  })

  test('starts a new process after one was killed', async () => {
    await using running = await superviseAll([await aProcess('one')])
    const one = running.supervisor.process('one')
    const before = one.pid
    one.kill('SIGKILL')
    await until(() => one.pid !== undefined && one.pid !== before)
    await one.waitReady()
    expect([one.ends, one.lastEnd]).toEqual([1, 'SIGKILL'])
    expect(running.lines).toEqual(['one ended (SIGKILL); starting it again in 0.01 s'])
  })

  test('waits longer before each restart of a process that is killed repeatedly', async () => {
    await using running = await superviseAll([await aProcess('one')])
    const one = running.supervisor.process('one')
    for (let kills = 1; kills <= 3; kills += 1) {
      await one.waitReady()
      one.kill('SIGKILL')
      await until(() => running.lines.length === kills)
    }
    expect(running.lines.map((line) => line.replace(/.* in /, ''))).toEqual(['0.01 s', '0.02 s', '0.04 s'])
  })

  test('stops a process that ignores the request to end', async () => {
    await using running = await superviseAll([await aProcess('one'), await aProcess('two', 'stubborn')], 100)
    const pids = Object.values(running.supervisor.pids())
    expect(pids).toHaveLength(2)
    await running.supervisor.stop()
    expect(pids.filter(isAlive)).toEqual([])
    expect(running.supervisor.pids()).toEqual({})
  })

  test('shows the log of a process that cannot start, and stops the others', async () => {
    const good = await aProcess('good')
    const starting = superviseAll([good, await aProcess('bad', 'crash')])
    await expect(starting).rejects.toThrow(
      /bad ended 3 times instead of starting.*cannot start: MONGODB_URL is missing/s,
    )
    await expect(fetch(good.readyUrl)).rejects.toThrow()
  })

  test('leaves nothing running when aborted during the start', async () => {
    await using folder = await aFolder()
    const good = await aProcess('good')
    const neverReady = { ...(await aProcess('late')), readyUrl: 'http://127.0.0.1:1/' }
    const giveUp = new AbortController()
    const starting = supervise([good, neverReady], {
      logs: folder.path,
      log: () => {},
      signal: giveUp.signal,
    })
    const answers = () =>
      fetch(good.readyUrl).then(
        () => true,
        () => false,
      )
    await until(answers)
    giveUp.abort(new Error('given up'))
    await expect(starting).rejects.toThrow('given up')
    expect(await answers()).toBe(false)
  })

  test('writes the output of a process to the log of its name', async () => {
    await using folder = await aFolder()
    const starting = supervise([await aProcess('bad', 'crash')], {
      logs: folder.path,
      log: () => {},
      backoff,
    })
    await expect(starting).rejects.toThrow()
    expect(await readFile(join(folder.path, 'bad.log'), 'utf8')).toContain('MONGODB_URL is missing')
  })
})
