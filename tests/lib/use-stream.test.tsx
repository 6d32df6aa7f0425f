import { usePart, useStream } from '#src/lib/use-stream.ts'
import { act, renderHook } from '@testing-library/react'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'

test('VIEW-1 another stream starts over: the old market never shines through', () => {
  const btc$ = new Subject<string>()
  const eth$ = new Subject<string>()
  const { result, rerender } = renderHook(({ price$ }) => useStream(price$, 'none'), { initialProps: { price$: btc$ } })
  act(() => btc$.next('60000'))
  expect(result.current).toBe('60000')
  rerender({ price$: eth$ })
  expect(result.current).toBe('none')
  act(() => btc$.next('60001'))
  expect(result.current).toBe('none')
  expect(btc$.observed).toBe(false)
})

test('VIEW-2 who follows a part is drawn anew when a field of the part changes, and not before', () => {
  const book$ = new Subject<{ bid: string; seq: number }>()
  const bidOf = ({ bid }: { bid: string; seq: number }) => ({ bid, side: 'bid' })
  const first = { bid: 'none', seq: 0 }
  let drawn = 0
  const { result } = renderHook(() => {
    drawn += 1
    return usePart(book$, first, bidOf)
  })
  act(() => book$.next({ bid: '59999', seq: 1 }))
  act(() => book$.next({ bid: '59999', seq: 2 }))
  expect(result.current).toEqual({ bid: '59999', side: 'bid' })
  expect(drawn).toBe(2)
  act(() => book$.next({ bid: '60000', seq: 3 }))
  expect(result.current.bid).toBe('60000')
  expect(drawn).toBe(3)
})
