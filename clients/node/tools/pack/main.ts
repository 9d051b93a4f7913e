import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runMain, SetupError } from '@usher/local'
import { packGo } from './go.ts'
import { packCli, packN8n, packNode } from './npm.ts'
import { packPython } from './python.ts'

const PACKERS = { node: packNode, python: packPython, go: packGo, cli: packCli, n8n: packN8n }

type Name = keyof typeof PACKERS

const isName = (name: string): name is Name => Object.hasOwn(PACKERS, name)

/**
 * `npm run sdk:pack -- FOLDER [node|python|go|cli|n8n …]`: writes the SDKs, the command line and the nodes for n8n as they
 * are published; all of them by default.
 */
await runMain(async () => {
  const [folder, ...names] = parseArgs({ allowPositionals: true }).positionals
  const packed = names.length === 0 ? Object.keys(PACKERS) : names
  if (folder === undefined || !packed.every(isName))
    throw new SetupError('Usage: npm run sdk:pack -- FOLDER [node|python|go|cli|n8n …]')
  await mkdir(folder, { recursive: true })
  for (const name of packed) process.stdout.write(`${await PACKERS[name](resolve(folder))}\n`)
  return 0
}, 130)
