import { readBrokerConfig, readMongoConfig } from './config.ts'

const environment = {
  RABBITMQ_MANAGEMENT_URL: 'https://rabbitmq:15671',
  RABBITMQ_ADMINISTRATOR: 'root',
  RABBITMQ_ADMINISTRATOR_PASSWORD: 'p:w',
  WEBHOOK_DELIVERY_RABBITMQ_URL: 'amqps://usher_webhook_delivery:own@rabbitmq:5671',
}

test("the broker's users and virtual host are read from the RabbitMQ URLs of the processes", () => {
  expect(readBrokerConfig(environment)).toEqual({
    managementUrl: 'https://root:p%3Aw@rabbitmq:15671/',
    users: [{ process: 'webhook-delivery', user: 'usher_webhook_delivery', password: 'own' }],
    vhost: '/',
  })
  expect(readBrokerConfig({ ...environment, WEBHOOK_DELIVERY_RABBITMQ_URL: 'amqp://a:b@r/%2Fu' }).vhost).toBe(
    '/u',
  )
})

test.each([
  ['RABBITMQ_ADMINISTRATOR', ''],
  ['WEBHOOK_DELIVERY_RABBITMQ_URL', 'amqp://rabbitmq'],
  ['QUEUE_RABBITMQ_URL', 'amqp://a:b@rabbitmq/other'],
])('reports %s by its name when it is "%s"', (name, value) => {
  expect(() => readBrokerConfig({ ...environment, [name]: value })).toThrow(name)
})

test("each service's MongoDB password belongs to the user of its name, and an empty password is refused", () => {
  const given = {
    MONGODB_ROOT_PASSWORD: 'root',
    WEBHOOK_DELIVERY_MONGODB_PASSWORD: 'own',
  }
  expect(readMongoConfig(given).users).toEqual([{ name: 'usher_webhook_delivery', password: 'own' }])
  expect(() => readMongoConfig({ ...given, MONGODB_ROOT_PASSWORD: '' })).toThrow('MONGODB_ROOT_PASSWORD')
  expect(() => readMongoConfig({ ...given, QUEUE_MONGODB_PASSWORD: '' })).toThrow('QUEUE_MONGODB_PASSWORD')
  expect(() => readMongoConfig({ MONGODB_ROOT_PASSWORD: 'root' })).toThrow('SERVICE_MONGODB_PASSWORD')
})
