import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Log, repository } from '@usher/local'
import { kubernetesVersion, writeKubernetesSchemas } from './kubernetes-schemas.ts'
import { run } from './run.ts'
import { findTool } from './tools.ts'

const CHART = join(repository, 'deploy/helm/usher')
const valueFiles = {
  default: [],
  production: ['--values', join(CHART, 'values-production.yaml')],
  placed: ['--values', join(import.meta.dirname, 'chart-values.yaml')],
}

/**
 * Lints the chart, renders it with the default, the production and other values, and validates the manifests against
 * the schemas of Kubernetes and KEDA. The RabbitMQ and Prometheus operators publish no schemas that are used here.
 *
 * @returns lines for the report
 */
export async function checkChart(log: Log): Promise<string> {
  const [helm, kubeconform] = [await findTool('helm', log), await findTool('kubeconform', log)]
  const folder = await mkdtemp(join(tmpdir(), 'usher-chart-'))
  try {
    const schemas = await writeKubernetesSchemas(folder)
    const lines: string[] = []
    for (const [name, values] of Object.entries(valueFiles)) {
      await run(helm, ['lint', '--strict', CHART, ...values])
      const version = ['--kube-version', kubernetesVersion]
      const rendered = join(folder, `${name}.yaml`)
      await writeFile(rendered, await run(helm, ['template', 'usher', CHART, ...version, ...values]))
      const options = [
        '-strict',
        '-summary',
        '-skip',
        'RabbitmqCluster,ServiceMonitor,PrometheusRule',
        '-schema-location',
        schemas,
      ]
      lines.push(`${name} values: ${await run(kubeconform, [...options, rendered])}`)
    }
    return lines.join('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
