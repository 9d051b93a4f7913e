// Runs a command: node deploy/local/run.mjs COMMAND [arguments]; commands.mjs names them.
//
// Plain JavaScript without dependencies, for Node 20 and newer: it is the first thing that runs on a
// fresh clone. It installs the dependencies when they are missing or changed, among them a Node 24 when
// this one is older, generates the Node client of the API, and runs the TypeScript of the command.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands } from './commands.mjs'

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..')
const lockFile = join(repository, 'package-lock.json')
/** Holds the hash of the package-lock.json that node_modules was installed from. */
const stamp = join(repository, 'node_modules/.usher-install')
const neededMajor = 24
/** Compile cache shared by all processes: the next one starts in two thirds of the time. */
const compiled = join(repository, 'node_modules/.cache/compiled')

/** Holds the hash of what the Node client was generated from. */
const generated = join(repository, 'clients/node/src/generated/sum.txt')

/** Installs when node_modules does not match package-lock.json, and generates what follows from the contracts. */
function prepare() {
  const sum = sumOfContracts()
  if (isInstalled() && isGenerated(sum)) return
  const release = waitForInstallLock()
  try {
    if (!isInstalled()) installDependencies()
    if (!isGenerated(sum)) generateClient(sum)
  } finally {
    release()
  }
}

const isGenerated = (sum) => existsSync(generated) && readFileSync(generated, 'utf8') === sum

function sumOfContracts() {
  const sum = createHash('sha256').update(lockFileSum())
  for (const folder of ['contracts/src', 'contracts/fixtures', 'clients/node/tools']) {
    const names = readdirSync(join(repository, folder), { recursive: true }).sort()
    for (const name of names.filter((name) => /(?<!\.test)\.(ts|json)$/.test(name)))
      sum.update(name).update(readFileSync(join(repository, folder, name)))
  }
  return sum.digest('hex')
}

function generateClient(sum) {
  const tool = join(repository, 'clients/node/tools/generate.ts')
  const { status } = spawnSync(findNode(), ['--disable-warning=ExperimentalWarning', tool], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) fail('The Node client of the API could not be generated from the contracts.')
  writeFileSync(generated, sum)
}

function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockFileSum()) return true
  // npm writes this file last: if it is newer, somebody ran npm by hand.
  if (modifiedAt(join(repository, 'node_modules/.package-lock.json')) < modifiedAt(lockFile)) return false
  writeFileSync(stamp, `${lockFileSum()}\n`)
  return true
}

function lockFileSum() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex')
}

function installDependencies() {
  console.error('Installing dependencies (about a minute the first time)')
  const startedAt = Date.now()
  rmSync(stamp, { force: true })
  const problem = npm('ci')
  if (problem !== undefined) {
    // If a registry offers only this system's builds of optional packages, `npm ci` rejects a valid lock file.
    console.error('npm ci has refused; trying npm install, which takes the versions of the lock file too')
    if (npm('install', '--no-save') !== undefined) {
      fail(
        `${problem}\nSee that npm is on the PATH and the network and the disk are all right, then try again.`,
      )
    }
  }
  writeFileSync(stamp, `${lockFileSum()}\n`)
  console.error(`Dependencies installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
}

/**
 * Lets one process prepare at a time: two would remove each other's files. Returns a function that releases the lock.
 */
function waitForInstallLock() {
  const id = createHash('sha256').update(repository).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `usher-install-${id}`)
  for (let said = false; ; said = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isRunning(Number(readFileSync(lock, { encoding: 'utf8', flag: 'a+' }))))
      rmSync(lock, { force: true })
    else if (!said) console.error('Another process installs or generates what is missing; waiting for it')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Milliseconds since 1970; 0 if the file is missing. */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Runs npm; returns undefined, or the end of its output if it failed. */
function npm(...args) {
  const { status, error, stderr } = spawnSync(
    'npm',
    [...args, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: repository,
      stdio: ['ignore', 2, 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (status === 0) return undefined
  if (error) return `npm could not be run: ${error.message}`
  return `npm ${args[0]} ended with code ${status}:\n${stderr.split('\n').slice(0, 12).join('\n')}`
}

/** Path of a Node that runs TypeScript: this one if it is new enough, else the one npm installed. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  const packages = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]
  const found = packages.map((name) => join(repository, 'node_modules', name, 'bin/node')).find(existsSync)
  if (found) return found
  return fail(
    `Usher needs Node ${neededMajor}; this is ${process.version}, and there is none to install for this system.`,
  )
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Runs the command, forwards signals and exits the way the command exits. */
function run(node, script, args) {
  // The IPC channel tells the command when this process is gone, even after SIGKILL.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(repository, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`${node} could not be run: ${error.message}`))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** Calls back when the shell that npm puts in between is gone: it dies without forwarding signals. */
function endWithNpm(callback) {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    callback()
  }, 250)
}

const [name, ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name ?? '')) {
  fail(`Usage: node deploy/local/run.mjs ${Object.keys(commands).join('|')} [arguments]`)
}
const command = commands[name]
if (args.some((arg) => arg === '--help' || arg === '-h')) {
  console.log(`Usage: ${command.usage}\n\n${command.purpose}`)
} else {
  prepare()
  run(findNode(), command.script, args)
}
