import { ensureCertificates } from './certificate.ts'

const HOSTS = ['mongo', 'rabbitmq', 'mail']

// The one-shot job `certificates` of docker-compose.yml; safe to run again.
const { KEYS_DIR, CA_DIR } = process.env
if (!KEYS_DIR || !CA_DIR) throw new Error('KEYS_DIR and CA_DIR are required')
await ensureCertificates(HOSTS, { keys: KEYS_DIR, ca: CA_DIR })
process.stdout.write(`ready: certificates of ${HOSTS.join(', ')}\n`)
