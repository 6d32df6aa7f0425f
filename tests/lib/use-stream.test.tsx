import { useStream } from '#src/lib/use-stream.ts'
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
