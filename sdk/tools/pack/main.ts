import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runMain, SetupError } from '@usher/local'
import { packGo } from './go.ts'
import { packCommandLine, packN8n, packNode } from './node.ts'
import { packPython } from './python.ts'

const PACKERS = { node: packNode, cli: packCommandLine, n8n: packN8n, python: packPython, go: packGo }

type Package = keyof typeof PACKERS

const isPackage = (name: string): name is Package => Object.hasOwn(PACKERS, name)

/** `npm run sdk:pack -- FOLDER [node|cli|n8n|python|go …]`: writes the SDKs, the command line and the nodes for n8n as they are published; all by default. */
await runMain(async () => {
  const [folder, ...names] = parseArgs({ allowPositionals: true }).positionals
  const packages = names.length === 0 ? Object.keys(PACKERS) : names
  if (folder === undefined || !packages.every(isPackage))
    throw new SetupError('Usage: npm run sdk:pack -- FOLDER [node|cli|n8n|python|go …]')
  await mkdir(folder, { recursive: true })
  for (const name of packages) process.stdout.write(`${await PACKERS[name](resolve(folder))}\n`)
  return 0
}, 130)
