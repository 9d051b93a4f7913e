import mongoose from 'mongoose'
import type { Servers } from '../servers.ts'

/** Which server versions a run uses, as the servers report them. */
export async function describeServers({ mongo, rabbit }: Servers): Promise<string> {
  const [mongoVersion, rabbitVersion] = await Promise.all([
    readMongoVersion(mongo.url),
    readRabbitVersion(rabbit.managementUrl),
  ])
  return `MongoDB ${mongoVersion} (${mongo.source}), RabbitMQ ${rabbitVersion} (${rabbit.source})`
}

async function readMongoVersion(url: string): Promise<string> {
  const client = await mongoose.mongo.MongoClient.connect(url)
  try {
    return (await client.db('admin').command({ buildInfo: 1 })).version
  } finally {
    await client.close()
  }
}

async function readRabbitVersion(managementUrl: string | undefined): Promise<string> {
  if (managementUrl === undefined) return 'without its management API'
  const { username, password, origin } = new URL(managementUrl)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const answer = await fetch(`${origin}/api/overview`, { headers: { authorization } })
  return ((await answer.json()) as { rabbitmq_version: string }).rabbitmq_version
}
