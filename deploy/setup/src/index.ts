export { type BrokerUser, prepareBroker } from './prepare-broker.ts'
export { type DatabaseUser, prepareMongo } from './prepare-mongo.ts'
