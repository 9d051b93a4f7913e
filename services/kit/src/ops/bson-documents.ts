/** The documents in a stream of BSON: each begins with its length in bytes, itself included (bsonspec.org). */
export async function* bsonDocuments(stream: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at)
      if (length < 5) throw new Error('not BSON')
      if (rest.length - at < length) break
      yield rest.subarray(at, at + length)
      at += length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error('the last document is cut off')
}
