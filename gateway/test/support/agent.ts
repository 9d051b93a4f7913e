import { newId } from '@usher/service-kit'
import { send } from './send.ts'

type SendOptions = NonNullable<Parameters<typeof send>[1]>

/** Headers of every message of an agent. */
export const AGENT_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** Asks for the tools. */
export const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** Calls a tool that makes one request. */
export const SEAT = { name: 'seat_guest', arguments: { guest_id: newId('guest') } }

/** An agent that uses a gateway with a key. */
export function agentAt(url: string, key: string) {
  const post = async (message: unknown, { headers = {}, ...options }: SendOptions = {}) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    const answer = await send(`${url}/mcp`, {
      ...{ method: 'POST', body, key, ...options },
      headers: { ...AGENT_HEADERS, ...headers },
    })
    const isJson = answer.headers['content-type']?.includes('json') ?? false
    return { ...answer, json: isJson ? JSON.parse(answer.text) : undefined }
  }
  const call = (params: object, options?: SendOptions) =>
    post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, options)
  return { post, call }
}

export type Agent = ReturnType<typeof agentAt>

/** What a tool says in words. */
export const textOf = ({ json }: { json: { result: { content: [{ text: string }] } } }): string =>
  json.result.content[0].text
