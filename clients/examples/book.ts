import { clientCredentials, isUsherError, Usher } from '@usher/sdk'

/** Books the first free time of a service. If somebody else was faster, it books the nearest time that is still free. */
const { USHER_URL = '', USHER_CLIENT_ID = '', USHER_CLIENT_SECRET = '' } = process.env
const [service_type_id = '', name = '', email = ''] = process.argv.slice(2)

const usher = new Usher({
  baseUrl: USHER_URL,
  accessToken: clientCredentials({
    baseUrl: USHER_URL,
    clientId: USHER_CLIENT_ID,
    clientSecret: USHER_CLIENT_SECRET,
    scopes: ['availability:read', 'bookings:write'],
  }),
})

const book = (start: string) => usher.bookings.create({ service_type_id, start, customer: { name, email } })

async function bookNear(start: string) {
  try {
    return await book(start)
  } catch (error) {
    const nearest = isUsherError(error, 'slot_unavailable') && error.alternatives[0]
    if (!nearest) throw error
    return await book(nearest.start)
  }
}

const { data: free } = await usher.availability.first({ service_type_id })
if (free === null) {
  console.log('There is no free time.')
} else {
  const { id, start, status } = await bookNear(free.start)
  console.log(`${status}: ${name}, ${start} (${id})`)
}
