import { readBrokerConfig } from './config.ts'
import { prepareBroker } from './prepare-broker.ts'

// The one-shot job `broker-users` of docker-compose.yml and the Helm chart; safe to run again.
const { managementUrl, users, vhost } = readBrokerConfig(process.env)
await prepareBroker(managementUrl, users, vhost)
process.stdout.write(`ready: ${users.map(({ user }) => user).join(', ')}\n`)
