/** What is thrown for a wrong argument, before anything is sent. Its code is that of Node. */
export const invalidArgument = (message: string): TypeError =>
  Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_VALUE' })
