import { randomUUID } from 'node:crypto'
import express from 'express'
import mongoose, { Schema } from 'mongoose'
import { serve } from './serve.ts'

const options = { versionKey: false } as const

const queues = mongoose.model('Queue', new Schema({ _id: String, last_position: Number }, options))
const guests = mongoose.model(
  'Guest',
  new Schema(
    {
      _id: String,
      queue_id: { type: String, required: true },
      name: { type: String, required: true },
      phone: String,
      party_size: { type: Number, default: 1 },
      position: Number,
      status: { type: String, default: 'waiting' },
      created_at: Date,
    },
    options,
  ).index({ queue_id: 1, status: 1, position: 1 }),
)
const events = mongoose.model(
  'Event',
  new Schema({ _id: String, type: String, data: Schema.Types.Mixed, at: Date }, options),
)

/**
 * The usual way to number guests and publish an event exactly once: one transaction per request that increments the
 * queue's counter and inserts the guest and an outbox event.
 */
async function addGuest(queueId: string, given: object) {
  return await mongoose.connection.getClient().withSession((session) =>
    session.withTransaction(async () => {
      const queue = await queues
        .findOneAndUpdate(
          { _id: queueId },
          { $inc: { last_position: 1 } },
          { returnDocument: 'after', session },
        )
        .lean()
      if (!queue) return undefined
      const position = queue.last_position as number
      const details = { ...given, _id: randomUUID(), queue_id: queueId, position, created_at: new Date() }
      const guest = new guests(details)
      await guest.save({ session })
      const { _id: id, ...rest } = guest.toObject()
      const answer = { id, ...rest, estimated_wait: position * 10 }
      await events.create([{ _id: randomUUID(), type: 'guest.added', data: answer, at: new Date() }], {
        session,
      })
      return answer
    }),
  )
}

await mongoose.connect(process.env.MONGODB_URL as string, { writeConcern: { w: 'majority' } })
await Promise.all([queues.init(), guests.init(), events.init()])

const app = express()
app.use(express.json())
app.get('/readyz', (_req, res) => {
  res.end()
})
app.post('/v1/queues/:id/guests', async (req, res) => {
  const guest = await addGuest(req.params.id, req.body)
  res.status(guest ? 201 : 404).json(guest ?? { error: 'not found' })
})
serve(app)
