import { locale } from '../language/language.ts'

interface Price {
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
}

const formatOf = (currency: string) => new Intl.NumberFormat(locale, { style: 'currency', currency })

/** How many digits after the point the amounts of a currency have: 2 for EUR, 0 for JPY. */
const digitsOf = (currency: string): number => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** €35.00, as usual in the dashboard's language and the browser's region. */
export const priceWords = ({ amount, currency }: Price): string =>
  formatOf(currency).format(amount / 10 ** digitsOf(currency))

/** The initial value of a price field; empty for no price. */
export const amountOf = (price: Price | null): number | '' =>
  price ? price.amount / 10 ** digitsOf(price.currency) : ''

/** Parses a price typed in whole currency units. */
export const priceOf = (amount: number | string, currency: string): Price | null =>
  amount === '' ? null : { amount: Math.round(Number(amount) * 10 ** digitsOf(currency)), currency }
