/** Bookings of a phone or an e-mail address as kept. The type is the condition of the indexes. */
export const ofCustomer = (field: 'phone' | 'email', value: string) => ({
  [`customer.${field}`]: { $eq: value, $type: 'string' as const },
})
