#!/usr/bin/env node
import { run } from './run.ts'
import { processTerminal } from './terminal/terminal.ts'

const code = await run(process.argv.slice(2), processTerminal())
// There is one already if the output could not be written.
process.exitCode ??= code
