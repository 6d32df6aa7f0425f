import { contentCodes } from '#contract/chat/chat-content.ts'
import { ContentView } from '#src/features/chat/content-view.tsx'
import { marketIn, marketName, marketText } from '#src/features/chat/market/market-link.ts'
import { useWords } from '#src/features/chat/words.ts'
import { aMessage } from '#tests/support/builders/chat.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'

const btc = marketText('BTC-USDT')
test.each([
  ['what the picker sends', btc, { market: 'BTC-USDT', rest: '' }],
  ['a link in a sentence', `look at ${btc} now`, { market: 'BTC-USDT', rest: 'look at  now' }],
  ['a link of another site', btc.replace(location.origin, 'https://kontor.evil.test'), null],
  ['a link that only ends like one', `https://evil.test/?${btc.split(' ')[1] ?? ''}`, null],
  ['a link with more behind it', `${btc}&x=1`, null],
  ['no market', marketText('<b>-x'), null],
])('CHAT-89 the market in %s', (_, text, found) => {
  expect(marketIn(text)).toEqual(found)
})
test('CHAT-89 the card follows the price, says its age, and leads to the chart; quotes and the list name the market', async () => {
  const pair$ = new BehaviorSubject(live(aPair({ now_price: '64000', price_scale: 2, change: '1.5' })))
  const Line = () => <p>{useWords().lineOf({ by: 'user', kind: 'text', value: { text: btc } })}</p>
  const nothing = () => {}
  const { stop } = await showPage(
    <>
      <ContentView
        content={{ by: 'user', kind: 'text', value: { text: btc } }}
        onPicture={nothing}
        onMerged={nothing}
        onCard={nothing}
      />
      <Line />
    </>,
    { feeds: { pair$: () => pair$ } },
  )
  const card = await screen.findByRole('link')
  expect([card.getAttribute('href'), card.textContent]).toEqual([
    '#/pages/trade/kline?market=BTC-USDT',
    expect.stringMatching(/BTC\/USDTOpen chart.*64,000\.00.*1\.50 ?%live/),
  ])
  act(() => pair$.next(live(aPair({ now_price: '65000', price_scale: 2 }), { freshness: 'stale', ageMs: 65_000 })))
  expect(card.textContent).toMatch(/65,000\.00.*(1 min|65)/)
  expect(card.textContent).not.toMatch(/live/)
  expect(screen.getByText('BTC/USDT', { selector: 'p' })).toBeTruthy()
  const { contentType } = aMessage(1)
  expect([
    contentType,
    marketName(btc),
    marketName(`${btc.slice(0, 40)}…`),
    marketName('BTC/USDT goes up'),
    marketName('BTC/USDT https://evil.test/x'),
  ]).toEqual([contentCodes.text, 'BTC/USDT', 'BTC/USDT', null, null])
  stop()
})
