import { randomUUID } from 'node:crypto'
import express from 'express'
import mongoose from 'mongoose'
import { Pool } from 'undici'
import { serve } from './serve.ts'

/**
 * The minimum cost of adding a guest and announcing it: one Express process that inserts a document and posts it once.
 * No position, no credential, no event that survives a crash, no signature.
 */
const { db } = (
  await mongoose.connect(process.env.MONGODB_URL as string, { writeConcern: { w: 'majority' } })
).connection
const guests = db?.collection<{ _id: string }>('guests')
const receiver = new URL(process.env.RECEIVER_URL as string)
const pool = new Pool(receiver.origin)

const app = express()
app.use(express.json())
app.get('/readyz', (_req, res) => {
  res.end()
})
app.post('/guests', async (req, res) => {
  const guest = { _id: randomUUID(), ...req.body, status: 'waiting', created_at: new Date() }
  await guests?.insertOne(guest)
  res.status(201).json(guest)
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', path: receiver.pathname, headers, body: JSON.stringify(guest) } as const
  const { body } = await pool.request(request)
  await body.dump()
})
serve(app)
