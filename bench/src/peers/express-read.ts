import express from 'express'
import mongoose, { Schema } from 'mongoose'
import { serve } from './serve.ts'

/** The usual service: Express and mongoose, one lean query per request; no authentication. */
const guests = mongoose.model(
  'Guest',
  new Schema(
    {
      _id: String,
      organization_id: String,
      queue_id: String,
      name: String,
      phone: String,
      party_size: Number,
      notes: String,
      status: String,
      quoted_wait: Number,
      created_at: Date,
      updated_at: Date,
      notified_at: Date,
      seated_at: Date,
      no_show_at: Date,
      removed_at: Date,
    },
    { collection: 'guests', versionKey: false },
  ),
)
await mongoose.connect(process.env.MONGODB_URL as string)

const app = express()
app.get('/readyz', (_req, res) => {
  res.end()
})
app.get('/v1/guests/:id', async (req, res) => {
  const guest = await guests.findOne({ _id: req.params.id }).lean()
  if (!guest) return res.status(404).json({ error: 'not found' })
  const { _id: id, organization_id: _, ...rest } = guest
  return res.json({ id, ...rest })
})
serve(app)
