import { StartPage } from '#src/app/start-page.tsx'
import { storedPrices, storePrices } from '#src/app/offline/last-prices.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { show } from '#tests/support/render.tsx'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('PWA-6 without a network the app opens, says so, and shows the last known prices with their age', async () => {
  localStorage.clear()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const eth = aPair({ symbol: 'ETH/USDT', now_price: '3000.50', change: '-1.20' })
  storePrices(
    [aPair({ now_price: '60000.00', change: '+2.00' }), eth, aPair({ symbol: 'OLD/USDT', stale: true })],
    ['ETH-USDT'],
    Date.now() - 5 * 60_000,
  )
  expect(storedPrices()?.rows.map(({ symbol }) => symbol)).toEqual(['ETH/USDT', 'BTC/USDT'])
  await show(<StartPage why="start" again={() => {}} />)
  expect(screen.getByText(/^You are offline\./)).toBeVisible()
  expect(await screen.findByText('5 min old. Not for trading.')).toBeVisible()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ETH\/USDT3,000\.50.1\.20.?%$/),
    expect.stringMatching(/^BTC\/USDT60,000\.00\+2\.00.?%$/),
  ])
})
test('PWA-6 what is kept and cannot be read counts for nothing', async () => {
  localStorage.setItem('kontor.lastPrices', '{"atMs":"x","rows":[1]}')
  expect(storedPrices()).toBeNull()
  await show(<StartPage why="start" again={() => {}} />)
  expect(screen.queryByText('Last known prices')).toBeNull()
})
