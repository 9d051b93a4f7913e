import type { SecondProof } from '@usher/contracts'
import { unseal } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { hashRecoveryCode, type SecondFactor, stepOfCode } from './second-factor.ts'

/**
 * Verifies and uses up an app code or a recovery code: of two concurrent uses, one succeeds. Logs a reused
 * code, which may have been observed (OWASP ASVS 4.0.3, 2.8.4 and 2.8.5).
 */
export async function useProof(
  session: ClientSession,
  { secondFactors, secretKeys, clock, log }: ServiceContext,
  factor: SecondFactor,
  { totp, recovery_code }: SecondProof,
): Promise<boolean> {
  if (recovery_code !== undefined) {
    return await secondFactors.useRecoveryCode(factor, hashRecoveryCode(recovery_code), session)
  }
  const step = totp && stepOfCode(totp, unseal(factor.secret, secretKeys), clock.now())
  if (!step) return false
  const isFirst = await secondFactors.useStep(factor, step, session)
  if (!isFirst) log.warn({ member: factor._id }, 'a code of a second factor came a second time')
  return isFirst
}
