import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EVENT_STREAM, OPERATIONS } from '@usher/contracts'
import { findOnPath, repository } from '@usher/local'
import { monitoring, readAlerts, readDashboards } from './monitoring.ts'

const run = promisify(execFile)

/** Prometheus' own validator (Debian: `prometheus`). */
const promtool = async (...args: string[]): Promise<string> =>
  (await run('promtool', args, { cwd: monitoring })).stdout

describe('alerts', () => {
  test('have a severity, a summary, a description and a runbook of their own', async () => {
    const alerts = await readAlerts()
    expect(alerts.length).toBeGreaterThan(10)
    for (const { alert, labels, annotations } of alerts) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary && annotations.description).toBeTruthy()
      const runbook = await readFile(join(repository, annotations.runbook), 'utf8')
      expect(runbook).toContain(`\`${alert}\``)
      for (const part of ['## What it means', '## How to check', '## What to do'])
        expect(runbook).toContain(part)
    }
    const runbooks = alerts.map(({ annotations }) => annotations.runbook.split('/').at(-1))
    expect((await readdir(join(repository, 'docs/runbooks'))).toSorted()).toEqual(runbooks.toSorted())
  })

  test('the alert on slow requests excludes streaming operations', async () => {
    const slow = (await readAlerts()).find(({ alert }) => alert === 'UsherSlowRequests')
    const leftOut = new RegExp(`^(${/operation!~"([^"]+)"/.exec(slow?.expr ?? '')?.[1]})$`)
    const streams = OPERATIONS.filter(({ media }) => media?.includes(EVENT_STREAM))
    expect(streams.length).toBeGreaterThan(0)
    for (const { id } of streams) expect(id).toMatch(leftOut)
  })

  test('have test cases in which they fire and in which they stay quiet', async () => {
    const tests = await readFile(join(monitoring, 'rules/usher.test.yml'), 'utf8')
    for (const { alert } of await readAlerts()) {
      expect(tests).toContain(`name: ${alert} fires`)
      expect(tests).toContain(`name: ${alert} is quiet`)
    }
  })

  ;(!findOnPath('promtool') ? test.skip : test)(
    "pass promtool's checks and all of their test cases",
    async () => {
      expect(await promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
      expect(await promtool('test', 'rules', 'rules/usher.test.yml')).toContain('SUCCESS')
    },
  )
})

describe('dashboards', () => {
  test('have unique identifiers, and each panel has a title and a query', async () => {
    const dashboards = await readDashboards()
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(4)
    for (const { panels } of dashboards) {
      for (const { title, targets } of panels) {
        expect(title).not.toBe('')
        expect(targets.length).toBeGreaterThan(0)
      }
    }
  })
})
