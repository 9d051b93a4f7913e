import type { Field } from './n8n.ts'

/** Where Usher is: each installation has an address of its own. */
export const baseUrl: Field = {
  displayName: 'Base URL',
  name: 'baseUrl',
  type: 'string',
  required: true,
  default: '',
  placeholder: 'https://usher.example.com',
  description: 'Address of the Usher that you use, without a path',
}
