import { ProblemError } from '@usher/service-kit'

/** Refuses somebody who is signed in but could not show again who they are; it does not tell what was wrong. */
export const wrongProof = () => new ProblemError('invalid_proof', 'What proves that it is you is wrong.')
