import { useSwipeOff } from '#src/ui/use-swipe-off.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const off = vi.fn<() => void>()
function Row({ isOn }: { readonly isOn: boolean }) {
  return <article {...useSwipeOff('Cancel', isOn ? off : null)}>row</article>
}
const swipe = (
  path: readonly (readonly [number, number])[],
  pointerType = 'touch',
  end: 'pointerUp' | 'pointerCancel' = 'pointerUp',
) => {
  const row = screen.getByText('row')
  const at = (x: number, y: number) => ({ pointerId: 1, pointerType, isPrimary: true, clientX: x, clientY: y })
  fireEvent.pointerDown(row, at(300, 100))
  for (const [x, y] of path) fireEvent.pointerMove(row, at(x, y))
  const seen = [row.style.translate, row.dataset['swipe']]
  const [x, y] = path.at(-1) ?? [300, 100]
  fireEvent[end](row, at(x, y))
  return seen
}

test('a row goes off to the left under a finger, far enough; else it comes back, and what scrolls leaves it alone', () => {
  HTMLElement.prototype.setPointerCapture = () => {}
  const { rerender } = render(<Row isOn />)
  expect(
    swipe([
      [280, 101],
      [180, 102],
    ]),
  ).toEqual(['-120px 0', 'far'])
  expect(off).toHaveBeenCalledTimes(1)
  expect(screen.getByText('row').style.translate).toBe('')
  expect(
    swipe([
      [280, 101],
      [240, 101],
    ]),
  ).toEqual(['-60px 0', 'near'])
  expect(
    swipe([
      [298, 130],
      [150, 130],
    ]),
  ).toEqual(['', 'idle'])
  expect(
    swipe([
      [320, 100],
      [420, 100],
    ]),
  ).toEqual(['', 'idle'])
  expect(swipe([[150, 100]], 'mouse')).toEqual(['', 'idle'])
  swipe([[150, 100]], 'touch', 'pointerCancel')
  rerender(<Row isOn={false} />)
  swipe([[150, 100]])
  expect(off).toHaveBeenCalledTimes(1)
})
