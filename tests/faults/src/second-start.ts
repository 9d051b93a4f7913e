import { freePorts, lastLines, repository, runCommand } from '@usher/local'
import type { Fault } from './fault.ts'

/** It would be up by then if nothing refused it. */
const REFUSED_WITHIN_MS = 60_000

/** `npm start` on the home of a running stack: it must exit by itself and say why. */
export const SECOND_START: Fault = {
  name: 'npm start on the same home',
  async strike({ home }) {
    const [port] = await freePorts(1)
    const { code, output } = await runCommand(process.execPath, ['deploy/local/run.mjs', 'start'], {
      cwd: repository,
      env: { ...process.env, USHER_HOME: home, PORT: String(port) },
      signal: AbortSignal.timeout(REFUSED_WITHIN_MS),
    })
    const isRefused = code === 1 && output.includes(`Another stack runs on ${home} (process ${process.pid})`)
    if (!isRefused) throw new Error(`a second start was not refused: code ${code}\n${lastLines(output, 2)}`)
  },
}
