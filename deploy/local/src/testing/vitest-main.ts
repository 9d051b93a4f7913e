// Runs Vitest with the arguments of this process, and reports an unknown option as one line.
import { join } from 'node:path'
import { repository } from '../processes.ts'

try {
  await import(join(repository, 'node_modules/vitest/vitest.mjs'))
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'CACError') throw error
  console.error(`${error.message}. \`npx vitest --help\` lists all options.`)
  process.exitCode = 1
}
