import { aPage } from './builders/page.ts'
import { aPriceRow } from './builders/price-row.ts'
import { position, type Position } from '#contract/lever/lever-position.ts'
import { encode } from '#contract/wire/coded.ts'
// What the page loads when it is asked for is at hand, so that no test waits for a file.
import '#src/features/lever/amend-entry.tsx'
import '#src/features/lever/close-sheet.tsx'
import '#src/features/lever/history.tsx'
import '#src/features/lever/reverse-dialog.tsx'
import '#src/features/lever/stop-fields.tsx'
import '#src/features/lever/stops-form.tsx'
import '#src/features/lever/stops-sheet.tsx'
import '#src/features/lever/waiting.tsx'
import { LeverPage } from '#src/features/lever/lever-page.tsx'
import type { Balances } from '#streams/assets/assets.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import type { Prices } from '#streams/market/prices.ts'
import type { RiskRose } from '#streams/own-feeds.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs'
import { aCell } from './builders/cell.ts'
import { aPair } from './builders/pair.ts'
import { live, showPage } from './page-services.tsx'

export const market = 'BTC-USDT'
export const quoteOf = (mark: string) => aPriceRow(mark)
export const marksOf = (mark: string): Prices => new Map([[market, quoteOf(mark)]])
const balances = (free: string): Balances => ({
  seq: 1,
  cells: {
    legal: [],
    change: [],
    micro: [],
    lever: [aCell({ currency: 3, lever_balance: free, lock_lever_balance: '0', usdt_price: '1' })],
  },
})
export const pageOf = (rows: readonly Position[]) => aPage(rows.map((each) => encode(position, each)))

/** The page of the contracts with streams that the test moves. */
export const standLever = async (
  positions: readonly Position[] = [],
  answers: Record<string, unknown> = {},
  free = '1000',
  kept: Record<string, string> | null = null,
) => {
  sessionStorage.clear()
  if (kept !== null) sessionStorage.setItem(`kontor.draft.lever.${market}`, JSON.stringify(kept))
  const price$ = new BehaviorSubject(live(quoteOf('60000')))
  const marks$ = new BehaviorSubject<Live<Prices>>(live(marksOf('60000')))
  const positions$ = new BehaviorSubject(live(positions))
  const history$ = new Subject<Position>()
  const risk$ = new Subject<RiskRose>()
  const book$ = new BehaviorSubject<Live<BookSnapshot>>(loading)
  const pair = aPair()
  const pair$ = of(live(pair))
  const feeds = {
    tickers$: of(live([pair])),
    pair$: () => pair$,
    orderBook$: () => book$,
    deals$: () => NEVER,
    balances$: of(live(balances(free))),
    price$: () => price$,
    marks$,
    prices$: marks$,
    leverPositions$: positions$,
    leverHistory$: history$,
    leverRisk$: risk$,
  }
  let renders = 0
  const { asked } = await showPage(
    <Profiler id="page" onRender={() => (renders += 1)}>
      <LeverPage />
    </Profiler>,
    { feeds, answers, at: `/pages/lever/index?market=${market}` },
  )
  const callsOf = (path: string) => asked.filter((each) => each.path === path).map(({ body }) => body)
  return {
    callsOf,
    book$,
    price$,
    marks$,
    positions$,
    history$,
    risk$,
    user: userEvent.setup(),
    renders: () => renders,
  }
}
export const leverTicket = () => within(screen.getByRole('form', { name: 'Order form' }))
export const longRow = () => screen.findByRole('article', { name: 'BTC/USDT Long 10×' })
