import express from 'express'

/** Whether an address is of a proxy whose `X-Forwarded-For` is believed. */
export type IsTrustedProxy = (address: string) => boolean

/** @param proxies addresses and networks; without any nobody is trusted */
export const trustedProxies = (proxies: readonly string[] | undefined): IsTrustedProxy =>
  express()
    .set('trust proxy', proxies ?? false)
    .get('trust proxy fn')
