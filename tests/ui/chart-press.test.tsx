import { usePress } from '#src/ui/chart/use-press.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

function Pressed({ onPress }: { readonly onPress: (at: { x: number; y: number }) => void }) {
  return <p {...usePress((x) => x > 100, onPress)}>chart</p>
}
const finger = (x: number) => ({ pointerType: 'touch', isPrimary: true, clientX: x, clientY: 5 })

test('CHART-14 a right click presses a price anywhere, a finger only on the axis, when it rests there', () => {
  vi.useFakeTimers()
  const pressed = vi.fn<(at: { x: number; y: number }) => void>()
  render(<Pressed onPress={pressed} />)
  const chart = screen.getByText('chart')
  const hold = (x: number, moves = 0) => {
    fireEvent.pointerDown(chart, finger(x))
    fireEvent.pointerMove(chart, { ...finger(x), clientY: 5 + moves })
    // A browser may tell of the same press as of a right click.
    fireEvent.contextMenu(chart, { clientX: x, clientY: 5 })
    act(() => void vi.advanceTimersByTime(600))
    fireEvent.pointerUp(chart, finger(x))
  }
  fireEvent.contextMenu(chart, { clientX: 10, clientY: 5 })
  hold(50)
  hold(150, 20)
  hold(150)
  expect(pressed.mock.calls).toEqual([[{ x: 10, y: 5 }], [{ x: 150, y: 5 }]])
  vi.useRealTimers()
})
