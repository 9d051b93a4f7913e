import type { Field, NodeDescription } from '../src/n8n.ts'
import { actionsOf, formOf, optionOf } from './action.ts'
import type { Document } from './document.ts'

/** The node with an action for each operation. */
export function nodeDescription(document: Document): NodeDescription {
  const actions = actionsOf(document)
  const resources = document.tags.filter(({ name }) =>
    actions.some(({ operation }) => operation.tags[0] === name),
  )
  const operations: Field[] = resources.map(({ name }) => {
    const own = actions.filter(({ operation }) => operation.tags[0] === name)
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: own[0]?.operation.operationId ?? '',
      displayOptions: { show: { resource: [name] } },
      options: own.map((action) => optionOf(action, document)),
    }
  })
  return {
    displayName: 'Usher',
    name: 'usher',
    icon: 'file:usher.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Queues, guests, bookings and webhooks of Usher',
    defaults: { name: 'Usher' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: ['usherApi', 'usherOAuth2Api'].map((name) => ({
      name,
      required: true,
      displayOptions: { show: { authentication: [name] } },
    })),
    requestDefaults: {
      baseURL: '={{$credentials.baseUrl}}',
      headers: { Accept: 'application/json', 'Usher-Version': document.info.version },
    },
    properties: [
      AUTHENTICATION,
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        default: 'Guests',
        options: resources.map(({ name, description }) => ({ name, value: name, description })),
      },
      ...operations,
      ...actions.flatMap((action) => formOf(action, document)),
    ],
  }
}

const AUTHENTICATION: Field = {
  displayName: 'Authentication',
  name: 'authentication',
  type: 'options',
  default: 'usherApi',
  description: 'The platform API (bookings, providers, calendars) takes OAuth2 alone',
  options: [
    { name: 'API Key', value: 'usherApi' },
    { name: 'OAuth2', value: 'usherOAuth2Api' },
  ],
}

/** The events that a workflow can start with. */
export const eventOptions = ({ components: { pathItems } }: Document) =>
  Object.entries(pathItems).map(([type, { post }]) => ({
    name: type,
    value: type,
    description: post.summary,
  }))
