import type { MarketSources } from '#contract/market/market.ts'
import { languages } from '#contract/wire/languages.ts'
import { SourcesPage } from '#src/features/market/sources-page.tsx'
import { live, showPage } from '#tests/support/page-services.tsx'
import { screen, within } from '@testing-library/react'
import { of } from 'rxjs'
import { expect, test } from 'vitest'

const aMarket = (some: Partial<MarketSources> = {}): MarketSources => ({
  m: 'BTC-USDT',
  symbol: 'BTC/USDT',
  price_scale: 2,
  status: 'live',
  index: '96420.5',
  age_ms: 400,
  needed: 2,
  sources: [
    { name: 'binance', state: 'fresh', price: '96420', age_ms: 400 },
    { name: 'okx', state: 'fresh', price: '96421', age_ms: 100 },
    { name: 'kraken', state: 'doubted', price: '960000', age_ms: 200 },
    { name: 'gate', state: 'disconnected', price: null, age_ms: null },
  ],
  ...some,
})
const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('FEED-11 each source of a market is shown with its price, its age and whether it is used', async () => {
  await showPage(<SourcesPage />, { feeds: { sources$: of(live([aMarket()])) } })
  const card = screen.getByRole('region', { name: 'BTC/USDT' })
  expect(card).toHaveTextContent('Live')
  expect(card).toHaveTextContent('96,420.50')
  expect(card).toHaveTextContent('2 of 4 sources count.')
  expect(rowsOf('BTC/USDT')).toEqual([
    ['Binance', '96,420.00', '0 sec', 'Counts'],
    ['OKX', '96,421.00', '0 sec', 'Counts'],
    ['Kraken', '960,000.00', '0 sec', 'Out of line'],
    ['Gate', '—', '—', 'Offline'],
  ])
})
test.each([
  ['few', 'No price', 'Fewer than two sources are current'],
  ['apart', 'No price', 'The sources disagree'],
  ['held', 'On hold', 'The price has jumped'],
  ['unset', 'No price', 'No price source has been set up'],
  ['simulated', 'Simulated', 'the price is made up'],
] as const)('FEED-11 a market that is %s says so and why', async (status, badge, why) => {
  await showPage(<SourcesPage />, {
    feeds: { sources$: of(live([aMarket({ status, index: null, age_ms: null, sources: [] })])) },
  })
  const card = screen.getByRole('region', { name: 'BTC/USDT' })
  expect(card).toHaveTextContent(badge)
  expect(card).toHaveTextContent(why)
  expect(within(card).queryByRole('table')).toBeNull()
})
test.each(languages)('FEED-11 no text is missing in %s', async (lang) => {
  await showPage(<SourcesPage />, {
    lang,
    feeds: { sources$: of(live([aMarket(), aMarket({ m: 'ETH-USDT', symbol: 'ETH/USDT', status: 'few' })])) },
  })
  expect(document.body.textContent).not.toMatch(/sources\.|titles\.|\{\{/)
})
