import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '@usher/local'
import { parse } from 'yaml'

export const monitoring = join(repository, 'deploy/monitoring')

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string }
}

interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

export async function readAlerts(): Promise<Alert[]> {
  const { groups } = parse(await readFile(join(monitoring, 'rules/usher.yml'), 'utf8'))
  return groups.flatMap(({ rules }: { rules: Alert[] }) => rules)
}

export async function readDashboards(): Promise<Dashboard[]> {
  const folder = join(monitoring, 'grafana')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  return await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

/** Names of the metrics that expressions use; histograms without their suffixes. */
export function metricsIn(expressions: readonly string[]): Set<string> {
  const names = expressions.flatMap((text) => text.match(/\b(usher|nodejs|process)_\w+/g) ?? [])
  return new Set(names.map((name) => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds')))
}
