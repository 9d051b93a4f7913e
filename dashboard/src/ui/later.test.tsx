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

describe('given a part of the page that is loaded when it is used', () => {
  test('when it is not wanted, then it is not loaded; once it is, it shows, and stays', async () => {
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

  test('when it cannot be loaded, then that is said, and it is tried again', async () => {
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

  test('when the menu of a button cannot be loaded, then the next press tries again', async () => {
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
