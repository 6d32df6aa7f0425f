import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { List } from '#src/ui/list.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ToastView } from '#src/ui/toast-view.tsx'
import { show } from '#tests/support/render.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('STATE-1 a busy button takes no second tap, and keeps its name and the focus', async () => {
  const onClick = vi.fn<() => void>()
  await show(
    <Button isBusy onClick={onClick}>
      Send
    </Button>,
  )
  const button = screen.getByText('Send').closest('button')
  button?.focus()
  if (button) fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
})

test('STATE-2 a busy submit button does not submit its form', async () => {
  const onSubmit = vi.fn<() => void>()
  await show(
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy>
        Send
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('STATE-3 toasts stand in a polite live region that is there before them', async () => {
  const { rerender } = await show(<ToastView toasts={[]} />)
  const region = screen.getByRole('status')
  expect(region).toHaveAttribute('aria-live', 'polite')
  rerender(
    <ToastView
      toasts={[
        { id: 1, text: 'Copied', kind: 'plain' },
        { id: 2, text: 'Refused', kind: 'error' },
      ]}
    />,
  )
  expect(screen.getByRole('status')).toBe(region)
  expect([...region.children].map(({ textContent }) => textContent)).toEqual(['Copied', 'Refused'])
})

test('STATE-4 a skeleton is only space for the first 200 ms', async () => {
  await show(<p />)
  vi.useFakeTimers()
  await show(<Skeleton lines={3} />)
  await act(async () => vi.advanceTimersByTime(199))
  expect(screen.queryByRole('status')).toBeNull()
  await act(async () => vi.advanceTimersByTime(1))
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
})

test('STATE-5 a failure says what happened and can be tried again', async () => {
  const onRetry = vi.fn<() => void>()
  await show(<Failed text="The line is down" onRetry={onRetry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('The line is down')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('STATE-6 a page can be refreshed by its button, once at a time', async () => {
  let end = () => {}
  const onRefresh = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (end = resolve)))
  await show(
    <Page title="Home" onRefresh={onRefresh}>
      content
    </Page>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  fireEvent.click(screen.getByRole('button', { name: 'Refreshing' }))
  expect(onRefresh).toHaveBeenCalledOnce()
  await act(async () => end())
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible()
})

const pull = (element: Element, moves: readonly (readonly [number, number])[]) => {
  const [first = [0, 0] as const, ...rest] = moves
  fireEvent.touchStart(element, { touches: [{ clientX: first[0], clientY: first[1] }] })
  for (const [clientX, clientY] of rest) fireEvent.touchMove(element, { touches: [{ clientX, clientY }] })
  fireEvent.touchEnd(element, { touches: [] })
}

test.each([
  [
    'far enough down',
    0,
    [
      [50, 100],
      [50, 140],
      [50, 230],
    ],
    1,
  ],
  [
    'not far enough',
    0,
    [
      [50, 100],
      [50, 140],
      [50, 200],
    ],
    0,
  ],
  [
    'sideways',
    0,
    [
      [50, 100],
      [120, 120],
      [50, 300],
    ],
    0,
  ],
  [
    'upwards first',
    0,
    [
      [50, 100],
      [50, 60],
      [50, 300],
    ],
    0,
  ],
  [
    'not from the top',
    40,
    [
      [50, 100],
      [50, 140],
      [50, 300],
    ],
    0,
  ],
] as const)('STATE-7 a pull %s', async (_, scrolled, moves, times) => {
  const onRefresh = vi.fn<() => Promise<void>>(async () => {})
  const { container } = await show(
    <Page title="Home" onRefresh={onRefresh}>
      content
    </Page>,
  )
  const scroller = container.querySelector('[data-scroller]')
  if (scroller === null) throw new Error('no scroller')
  scroller.scrollTop = scrolled
  await act(async () => pull(scroller, moves))
  expect(onRefresh).toHaveBeenCalledTimes(times)
})

test('STATE-8 a long list draws only the rows in sight', async () => {
  await show(
    <List
      label="Rows"
      items={Array.from({ length: 5000 }, (_, at) => at)}
      rowHeight={40}
      height={400}
      render={String}
    />,
  )
  const rows = screen.getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('0')
  expect(rows.length).toBeLessThan(30)
  expect(rows[0]).toHaveAttribute('aria-setsize', '5000')
})

test('STATE-9 a trend is read off the sign, and zero has none', () => {
  expect(['+3.25', '3.25', '-0.01', '0', '0.00', '+0.00', '-0.00'].map(trendOf)).toEqual([
    'rise',
    'rise',
    'fall',
    'flat',
    'flat',
    'flat',
    'flat',
  ])
})

test('STATE-10 a change of the number flashes the way it went', async () => {
  const { container, rerender } = await show(<NumberCell text="999.5" value="999.5" />)
  const flash = () => container.querySelector('[data-way]')?.getAttribute('data-way') ?? null
  expect(flash()).toBeNull()
  rerender(<NumberCell text="1,000" value="1000" />)
  expect(flash()).toBe('rise')
  rerender(<NumberCell text="999.9" value="999.9" />)
  expect(flash()).toBe('fall')
})

test('STATE-11 a countdown never shows more than is granted, is said at 60, 30, 10 and 5, and ends once', async () => {
  await show(<p />)
  vi.useFakeTimers()
  vi.setSystemTime(0)
  const onEnd = vi.fn<() => void>()
  await show(<Countdown deadlineMs={61_500} now={Date.now} onEnd={onEnd} />)
  const timer = screen.getByRole('timer')
  expect(timer).toHaveTextContent(/^01:01$/)
  const heard: (string | null)[] = []
  for (let second = 0; second < 62; second += 1) {
    await act(async () => vi.advanceTimersByTime(1000))
    const words = timer.querySelector('[aria-live]')?.textContent
    if (words) heard.push(words)
  }
  expect(heard).toEqual(['60 seconds left', '30 seconds left', '10 seconds left', '5 seconds left'])
  expect(timer).toHaveTextContent(/^00:00$/)
  expect(onEnd).toHaveBeenCalledOnce()
})
