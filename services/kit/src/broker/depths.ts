import type { Channel, ChannelModel } from 'amqplib'
import type { QueueDepth } from './broker-metrics.ts'

/** Reads queue depths from the broker, over one channel kept for that. */
export function createDepthReader(connection: () => ChannelModel | undefined) {
  const queues = new Set<string>()
  let opened: { model: ChannelModel; channel: Channel } | undefined
  const channel = async (): Promise<Channel | undefined> => {
    const model = connection()
    if (!model) return undefined
    if (opened?.model === model) return opened.channel
    const fresh = await model.createChannel()
    const forget = () => {
      opened = undefined
    }
    fresh.on('close', forget).on('error', forget)
    opened = { model, channel: fresh }
    return fresh
  }
  const depthOf = async (open: Channel, queue: string): Promise<[string, QueueDepth]> => {
    const [own, dead] = await Promise.all([open.checkQueue(queue), open.checkQueue(`${queue}.dead`)])
    return [queue, { messages: own.messageCount, consumers: own.consumerCount, dead: dead.messageCount }]
  }
  return {
    watch: (queue: string) => void queues.add(queue),
    async depths(): Promise<ReadonlyMap<string, QueueDepth>> {
      const open = await channel()
      if (!open) return new Map()
      return new Map(await Promise.all([...queues].map((queue) => depthOf(open, queue))))
    },
  }
}
