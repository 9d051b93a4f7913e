import { act, screen } from '@testing-library/react'
import { button, renderWith } from '../testing/render.tsx'
import { Later, LaterMenu, LaterParts } from './later.tsx'

afterEach(() => {
  jest.useRealTimers()
})

const Part = () => 'The part'

/** Parts whose file cannot be loaded the first time. */
const givenFailing = () =>
  new LaterParts(
    jest
      .fn<Promise<{ Part: typeof Part }>, []>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ Part }),
  )

describe('a part of a page that is loaded on demand', () => {
  test('is not loaded until it is used, and shows once it is', async () => {
    const load = jest.fn(async () => ({ Part }))
    const parts = new LaterParts(load)
    renderWith(
      {},
      <Later of={parts} isWanted={false}>
        {(loaded) => <loaded.Part />}
      </Later>,
    )
    expect(load).not.toHaveBeenCalled()
    renderWith(
      {},
      <Later of={parts} isWanted>
        {(loaded) => <loaded.Part />}
      </Later>,
    )
    expect(await screen.findByText('The part')).toBeTruthy()
  })

  test('says that loading failed, and retries', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    renderWith(
      {},
      <Later of={givenFailing()} isWanted>
        {(loaded) => <loaded.Part />}
      </Later>,
    )
    expect(await screen.findByText('Something went wrong')).toBeTruthy()
    await act(() => jest.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('The part')).toBeTruthy()
  })

  test('in a menu is loaded again on the next press after loading failed', async () => {
    const { user } = renderWith(
      {},
      <LaterMenu of={givenFailing()} button={<button type="button">More</button>}>
        {(loaded) => <loaded.Part />}
      </LaterMenu>,
    )
    await user.click(button('More'))
    expect(await screen.findByText('Something went wrong')).toBeTruthy()
    await user.click(button('More'))
    expect(await screen.findByText('The part')).toBeTruthy()
  })
})
