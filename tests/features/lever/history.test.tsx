import { aPage } from '#tests/support/builders/page.ts'
import { position, type Position } from '#contract/lever/lever-position.ts'
import { encode } from '#contract/wire/coded.ts'
import { History } from '#src/features/lever/history.tsx'
import { aPosition } from '#tests/support/builders/position.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'

const pageOf = (rows: readonly Position[]) =>
  said({
    rate_profits_total: { hazard_rate: '0', profits_total: '0' },
    server_now_ms: 0,
    message: aPage(rows.map((each) => encode(position, each))),
  })
const over = aPosition({
  id: 9,
  status: 'closed',
  close_reason: 'take_profit',
  fact_profits: '12.3456789',
  trade_fee: '0.30000001',
  close_price: '61200.5',
  complete_time: '2026-01-02 12:00:00',
})
const stand = async (rows: readonly Position[]) => {
  const history$ = new Subject<Position>()
  const { asked } = await showPage(<History symbol={null} coins={{ currency_id: 1, legal_id: 3 }} filter={null} />, {
    feeds: { leverHistory$: history$ },
    answers: { '/api/lever/my_trade': pageOf(rows) },
  })
  await screen.findAllByRole('article')
  return { asked, history$, last: () => asked.at(-1)?.body }
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const start = (day: number) => new Date(2026, 0, day).getTime()

test('LEV-47 the history is asked for by day; what ends meanwhile is added if its end lies within, and no match is said', async () => {
  const { last, history$ } = await stand([over])
  expect(last()).toEqual({ currency_id: 1, legal_id: 3, status: -1, page: 1, limit: 20 })
  choose('From', '2026-01-02')
  choose('To', '2026-01-02')
  await waitFor(() => expect(last()).toMatchObject({ from: start(2), to: start(3) - 1 }))
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  act(() => history$.next(aPosition({ id: 10, status: 'cancelled', complete_time: '2026-03-01 12:00:00', rev: 2 })))
  act(() => history$.next(aPosition({ id: 11, status: 'cancelled', complete_time: '2026-01-02 12:00:01', rev: 2 })))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
})
test('LEV-48 what the filter finds is saved as a file with every decimal; what still lives is left out', async () => {
  const files: File[] = []
  Object.assign(URL, { createObjectURL: (file: File) => `#blob${files.push(file)}`, revokeObjectURL: () => {} })
  const { last } = await stand([
    aPosition({ id: 12 }),
    over,
    aPosition({
      id: 8,
      type: 'short',
      status: 'cancelled',
      close_reason: 'user',
      complete_time: '2026-01-01 10:00:00',
    }),
  ])
  choose('From', '2026-01-01')
  await screen.findAllByRole('article')
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(last()).toEqual({ currency_id: 1, legal_id: 3, status: -1, from: start(1), page: 1, limit: 50 })
  const lines = (await files[0]?.text())?.trim().split('\r\n')
  expect(files[0]?.name).toBe('kontor-contracts.csv')
  expect(lines?.slice(1)).toEqual([
    '2026-01-02 12:00:00,BTC/USDT,Long,10,1,0.01,60000,61200.5,60,12.3456789,0.30000001,0,0,12.04567889,Closed,Take profit,9',
    '2026-01-01 10:00:00,BTC/USDT,Short,10,1,0.01,60000,,60,0,0.3,0,0,,Cancelled,,8',
  ])
  expect(lines?.[0]?.split(',')).toHaveLength(17)
})
test('LEV-47 a contract that its owner cancelled was never open, so nobody is said to have closed it; what else ended one is said', async () => {
  const cancelled = aPosition({
    id: 13,
    status: 'cancelled',
    close_reason: 'user',
    complete_time: '2026-01-01 10:00:00',
  })
  await stand([{ ...over, close_reason: 'user' }, cancelled, { ...cancelled, id: 14, close_reason: 'liquidated' }])
  const [closed, mine, forced] = screen.getAllByRole('article')
  expect(closed?.textContent).toContain('Closed by you')
  expect(mine?.textContent).toContain('Cancelled')
  expect(mine?.textContent).not.toContain('Closed by you')
  expect(forced?.textContent).toContain('Liquidated')
})
