import { readMongoConfig } from './config.ts'
import { prepareMongo } from './prepare-mongo.ts'

// The one-shot job `setup` of docker-compose.yml; safe to run again.
const { rootPassword, users } = readMongoConfig(process.env)
await prepareMongo({ url: 'mongodb://127.0.0.1:27017/?tls=true', member: 'mongo:27017', rootPassword, users })
process.stdout.write(`ready: ${users.map(({ name }) => name).join(', ')}\n`)
