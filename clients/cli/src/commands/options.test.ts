import { captureRun } from '../../test/capture-run.ts'

async function usher(...args: string[]) {
  const { exitCode, written } = captureRun(args)
  return { exitCode: await exitCode, ...written }
}

describe('a command without support for test clocks', () => {
  test.each([
    ['trigger', ['trigger', 'guest.added']],
    ['listen', ['listen']],
    ['logs tail', ['logs', 'tail']],
  ])('is refused with --clock before any request: %s', async (name, args) => {
    expect(await usher(...args, '--clock', 'clk_1')).toEqual({
      exitCode: 2,
      out: '',
      err: `Error: usher ${name} does not work with a test clock.\nLeave out --clock: only queues, guests and bookings take it.\n`,
    })
  })
})
