import express from 'express'

/** Whether an address belongs to a proxy whose `X-Forwarded-For` is trusted. */
export type IsTrustedProxy = (address: string) => boolean

/** @param proxies addresses and networks; none is trusted without them */
export const trustedProxies = (proxies: readonly string[] | undefined): IsTrustedProxy =>
  express()
    .set('trust proxy', proxies ?? false)
    .get('trust proxy fn')
