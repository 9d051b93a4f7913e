/** Matches bookings by phone or e-mail address, as stored. The type is the condition of the partial index. */
export const ofCustomer = (field: 'phone' | 'email', value: string) => ({
  [`customer.${field}`]: { $eq: value, $type: 'string' as const },
})
