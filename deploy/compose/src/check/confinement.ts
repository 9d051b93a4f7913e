import assert from 'node:assert/strict'
import type { Project } from './project.ts'

const FORMAT =
  '{{.Name}} {{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{.HostConfig.Memory}}'
const CONFINED = /^\S+ [1-9]\d*:\d+ true \[ALL\] \[no-new-privileges:true\] [1-9]\d*$/

/**
 * Checks that every container runs without root, capabilities or a way to gain them, on a read-only root, with a memory
 * limit.
 */
export async function areConfined({ compose, docker }: Project): Promise<void> {
  const containers = (await compose('ps', '--quiet')).split('\n')
  const found = (await docker('inspect', '--format', FORMAT, ...containers)).split('\n')
  const others = found.filter((line) => !CONFINED.test(line))
  assert.deepEqual(others, [], 'every container is confined')
}

const OTHERS = `
import mongoose from 'mongoose'
const url = new URL(process.env.MONGODB_URL)
const connection = await mongoose.createConnection(url.href).asPromise()
const codes = []
for (const name of ['usher_accounts', 'usher_notification', 'admin']) {
  await connection.getClient().db(name).command({ find: 'members', limit: 1 }).catch(({ code }) => codes.push(code))
}
console.log(codes.join())
await connection.close()`

const LOOK_UP = `
import { lookup } from 'node:dns/promises'
await lookup('mongo').then(() => console.log('found'), () => console.log('unknown'))`

const UNAUTHORIZED = 13

/**
 * Checks that one service's database user is refused by the other databases, and that the gateway cannot even reach
 * MongoDB.
 */
export async function keepDataApart({ node }: Project): Promise<void> {
  const refused = [UNAUTHORIZED, UNAUTHORIZED, UNAUTHORIZED].join()
  assert.equal(await node('queue', OTHERS), refused, "queue is refused by others' databases")
  assert.equal(await node('gateway', LOOK_UP), 'unknown', 'the gateway does not reach MongoDB')
}
