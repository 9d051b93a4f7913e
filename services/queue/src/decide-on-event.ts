import type { CloudEvent } from '@usher/contracts'
import { originOf, ProblemError } from '@usher/service-kit'
import type { QueueContext } from './context.ts'
import { guestCommand } from './engine/guest-command.ts'
import type { GuestDecision } from './guests/transitions.ts'

interface OnEvent {
  readonly event: CloudEvent
  readonly guestId: string
  /** Whom the change is ascribed to. */
  readonly actor: string
  readonly decide: GuestDecision
}

/**
 * Makes a decision on a guest because of another service's event. Nobody waits for it, so a refusal is ignored:
 * another organisation's guest, or a deleted queue.
 */
export async function decideOnEvent(
  { writer, statusUrl, clock }: QueueContext,
  { event, guestId, actor, decide }: OnEvent,
): Promise<void> {
  const act = { now: clock.now(), origin: { ...originOf(event), actor }, statusUrl }
  const access = { organization_id: event.organizationid }
  await writer
    .submit(guestCommand(guestId, access, (state, guest) => decide(state, guest, act)))
    .catch((error) => {
      if (!(error instanceof ProblemError) || error.code === 'service_unavailable') throw error
    })
}
