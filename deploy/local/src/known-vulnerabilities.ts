import { z } from 'zod'
import { runCommand } from './run-command.ts'

const report = z.object({
  metadata: z.object({ vulnerabilities: z.looseObject({ high: z.number() }) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
})

/** Known vulnerabilities of the installed packages. */
export type Vulnerabilities =
  | { readonly asked: true; readonly severe: readonly string[] }
  /** Not every registry answers audits, and there may be no network. */
  | { readonly asked: false; readonly why: string }

/** Asks npm's registry which installed packages have a vulnerability of severity high or critical. */
export async function knownVulnerabilities(cwd: string, signal: AbortSignal): Promise<Vulnerabilities> {
  const { stdout } = await runCommand('npm', ['audit', '--json'], { cwd, signal })
  return readReport(stdout)
}

/** Parses the output of `npm audit --json`. */
export function readReport(text: string): Vulnerabilities {
  const parsed = report.safeParse(parseJson(text))
  if (!parsed.success) return { asked: false, why: 'the registry did not answer the audit' }
  const severe = Object.entries(parsed.data.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name}: ${severity}`)
  return { asked: true, severe }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
