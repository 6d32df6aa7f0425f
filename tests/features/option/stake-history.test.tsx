import { StakeHistory } from '#src/features/option/stake-history.tsx'
import type { OptionOrder } from '#contract/option/option.ts'
import { aStake, aStakePage } from '#tests/support/builders/stake.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'

const settled = (id: number, created_at: string) =>
  aStake(id, 3, {
    status: 'closed',
    profit_result: 'win',
    fact_profits: '40.12345678',
    end_price: '101.5',
    round_no: id,
    created_at,
    number: '50.10',
    complete_at: created_at,
  })
const stand = async () => {
  const ended$ = new Subject<OptionOrder>()
  const answers = { '/api/microtrade/lists': said(aStakePage(settled(5, '2026-01-02 12:00:00'))) }
  const { asked } = await showPage(<StakeHistory pairId={null} onOpen={() => {}} />, {
    feeds: { optionHistory$: ended$ },
    answers,
  })
  await screen.findByRole('button', { name: /^Up, round 5/ })
  return { ended$, asked }
}
const start = (day: number) => new Date(2026, 0, day).getTime()
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('OPT-34 settled stakes are asked for by day; one that settles meanwhile is added if it was made within', async () => {
  const { ended$, asked } = await stand()
  choose('From', '2026-01-02')
  choose('To', '2026-01-02')
  await screen.findByRole('button', { name: /^Up, round 5/ })
  expect(JSON.stringify(asked.at(-1))).toContain(`from=${start(2)}&to=${start(3) - 1}`)
  act(() => ended$.next(settled(6, '2026-03-01 12:00:00')))
  act(() => ended$.next(settled(7, '2026-01-02 12:00:01')))
  expect(await screen.findByRole('button', { name: /^Up, round 7/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Up, round 6/ })).toBeNull()
})
test('OPT-35 the stakes of the filter are saved as a file with every decimal', async () => {
  const files: File[] = []
  Object.assign(URL, { createObjectURL: (file: File) => `#blob${files.push(file)}`, revokeObjectURL: () => {} })
  const { asked } = await stand()
  choose('From', '2026-01-01')
  await screen.findByRole('button', { name: /^Up, round 5/ })
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(JSON.stringify(asked.at(-1))).toContain(`from=${start(1)}`)
  expect(JSON.stringify(asked.at(-1))).toContain('limit=50')
  const lines = (await files[0]?.text())?.trim().split('\r\n')
  expect([files[0]?.name, lines?.slice(1)]).toEqual([
    'kontor-rounds.csv',
    ['2026-01-02 12:00:00,BTC/USDT,60 s,5,Up,50.10,USDT,0.5,80,100.00,101.5,39.62345678,Won,5'],
  ])
  expect(lines?.[0]?.split(',')).toHaveLength(14)
})
