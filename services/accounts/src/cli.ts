import { runCli } from './cli/run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  note: (line) => console.error(line),
})
