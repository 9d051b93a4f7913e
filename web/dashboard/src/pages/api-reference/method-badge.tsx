import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const TONES: Readonly<Record<string, Tone>> = { GET: 'plain', POST: 'good', PATCH: 'warn', DELETE: 'bad' }

/** The method of an operation, coloured by its effect. */
export function MethodBadge({ method }: { method: string }) {
  return <StatusBadge tone={TONES[method] ?? 'plain'}>{method}</StatusBadge>
}
