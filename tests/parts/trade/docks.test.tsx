import { forgetDocks, keepDocks, keptDocks } from '#src/parts/trade/docks.ts'
import { beforeEach, describe, expect, test } from 'vitest'

beforeEach(() => localStorage.clear())
const view = { chartDock: 60, bookDock: 40 }
const side = { ticketDock: 55.5, dealsDock: 44.5 }

test('DOCK-1 the sizes of the docks are kept for each person and each page', () => {
  keepDocks(1, 'spot', 'view', view)
  keepDocks(1, 'lever', 'side', side)
  keepDocks(2, 'spot', 'side', side)
  expect(keptDocks(1, 'spot')).toEqual({ view })
  expect(keptDocks(1, 'lever')).toEqual({ side })
  expect(keptDocks(2, 'spot')).toEqual({ side })
  expect(keptDocks(3, 'spot')).toEqual({})
  keepDocks(1, 'option', 'main', { viewDock: 70, ordersDock: 30 })
  expect([keptDocks(1, 'option'), keptDocks(1, 'spot')]).toEqual([{ main: { viewDock: 70, ordersDock: 30 } }, { view }])
})
test('DOCK-1 a group that is given back its first size is forgotten alone, and a page as a whole', () => {
  keepDocks(1, 'spot', 'view', view)
  expect(keepDocks(1, 'spot', 'side', side)).toEqual({ view, side })
  expect(keepDocks(1, 'spot', 'view', null)).toEqual({ side })
  keepDocks(1, 'lever', 'view', view)
  forgetDocks(1, 'spot')
  expect(keptDocks(1, 'spot')).toEqual({})
  expect(keptDocks(1, 'lever')).toEqual({ view })
  forgetDocks(1, 'lever')
  expect(localStorage.length).toBe(0)
})
describe('DOCK-2 sizes that are broken or of another version fall back to the first ones, each group by itself', () => {
  test.each([
    ['a dock missing', { chartDock: 100 }],
    ['nothing for one', { chartDock: 100, bookDock: 0 }],
    ['more than there is', { chartDock: 80, bookDock: 80 }],
    ['less than there is', { chartDock: 20, bookDock: 20 }],
    ['text', { chartDock: '60', bookDock: '40' }],
    ['no number', { chartDock: null, bookDock: 40 }],
    ['other docks', { chart: 60, book: 40 }],
    ['a list', [60, 40]],
  ])('DOCK-2 %s', (_, broken) => {
    localStorage.setItem('kontor.docks.1', JSON.stringify({ spot: { view: broken, side }, lever: { view } }))
    expect(keptDocks(1, 'spot')).toEqual({ side })
    expect(keptDocks(1, 'lever')).toEqual({ view })
  })
  test.each([
    ['cut', '{"spot":'],
    ['a list', '[]'],
    ['a number', '7'],
  ])('DOCK-2 the whole of it %s', (_, text) => {
    localStorage.setItem('kontor.docks.1', text)
    expect(keptDocks(1, 'spot')).toEqual({})
    keepDocks(1, 'spot', 'view', view)
    expect(keptDocks(1, 'spot')).toEqual({ view })
  })
})
