import { z } from 'zod'
import { type Broker, connectBroker } from '../broker/broker.ts'
import { createLogger } from '../observability/logger.ts'
import { readEnvironment, variables } from '../process/config.ts'

const brokerVariables = z.object({ RABBITMQ_URL: variables.RABBITMQ_URL })

/** Connects a command to the broker of its service. @throws ConfigError */
export async function openBroker(environment: NodeJS.ProcessEnv): Promise<Broker> {
  const { RABBITMQ_URL } = readEnvironment(brokerVariables, environment)
  return await connectBroker(RABBITMQ_URL, createLogger('ops', 'silent'))
}
