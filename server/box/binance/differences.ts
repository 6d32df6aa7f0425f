/** In what a bot of the other exchange finds something else here: about what, there, and here. */
const differences: readonly (readonly [about: string, there: string, here: string])[] = [
  [
    '`newClientOrderId`',
    'refused while an order of that name is open',
    'the idempotency key: sent again it answers with the same order; it has no `/`',
  ],
  ['fees', 'by tier, in BNB where wished', '0.1 %, of what was received'],
  ['the book', 'up to 5,000 levels of each side', '50'],
  ['`trades`, `aggTrades`', 'up to 1,000, the latter joined by price', 'the last 30, one by one'],
  ['`timestamp`, `recvWindow`', 'always count', 'count while the clock goes as clocks do (`--speed 1`)'],
  ['a listen key', 'runs out after an hour', 'does not'],
  ['forms of orders', 'stops, trailing, iceberg, lists, pegged', '`LIMIT`, `LIMIT_MAKER`, `MARKET`; else `-1116`'],
  ['`timeInForce`', 'GTC, IOC, FOK', 'the same'],
  ['`quoteOrderQty`', 'both sides', 'market buys; a market sale by its cost is refused with `-1`'],
  ['`cancelReplace`', 'one request, two results', 'the same; another change may come between'],
  ['own trades of both sides', 'as `selfTradePreventionMode` says', '`EXPIRE_TAKER` alone'],
  ['weights', '6,000 a minute for an address', 'the same, for all of the box, by its time; `--rates` has more'],
  ['sums in an `executionReport`', 'of the order', 'of what that stream has told'],
  ['`firstId`, `lastId`, `count`, `lastQty` of a day', 'of its trades', '0'],
  ['a bare `/ws`', 'a connection without a stream', 'the own socket of the box: name a stream, or any word, behind it'],
  ['margin, futures, `sapi`', 'are there', 'are not: `-1` with our word, never a guess'],
]
/** The page of them. */
export const differencesPage = () =>
  [
    '# What differs from the spot wire of Binance',
    '',
    'A box started with `--wire binance` is compatible with the spot wire of Binance. It differs so:',
    '',
    '| about | there | here |',
    '|---|---|---|',
    ...differences.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
