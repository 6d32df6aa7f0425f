export type Example = { readonly request?: Readonly<Record<string, unknown>>; readonly value?: unknown }
/** Examples of inputs and of answered values, in wire form; a test reads them by the contract. */
export const examples: Readonly<Record<string, Example>> = {
  'session.login': {
    request: { user_string: 'ann@example.com', password: 'secret1', code: '482913' },
    value: 'pB0b0QvIbm1vMWl6dXlzYWZ0c2xhbmd0b2tlbjEyMzQ',
  },
  'session.outcome': { request: { key: '0190a000-0000-7000-8000-000000000001' }, value: { state: 'unseen' } },
  'account.makeApiKey': {
    request: {
      name: 'market maker',
      scope: 'trade',
      days: 90,
      addresses: ['203.0.113.0/24'],
      pay_password: '246813',
    },
    value: {
      key: {
        id: 'q3J1dXh5eHl6',
        name: 'market maker',
        scope: 'trade',
        hint: 'Zm9v',
        created_time: '2026-01-05 00:00:00',
        used_time: null,
        expires_time: '2026-04-05 00:00:00',
        addresses: ['203.0.113.0/24'],
      },
      secret: 'kak_pB0b0QvIbm1vMWl6dXlzYWZ0c2xhbmd0b2tlbjEyZm9v',
    },
  },
  'market.depth': {
    request: { symbol: 'BTC-USDT', limit: 2 },
    value: {
      symbol: 'BTC/USDT',
      bids: [
        ['96420.1', '0.52'],
        ['96419.8', '1.1'],
      ],
      asks: [
        ['96421', '0.3'],
        ['96421.5', '0.08'],
      ],
      seq: 4711,
      cs: 2_774_102_993,
      server_now_ms: 1_767_571_200_000,
    },
  },
  'market.deals': {
    request: { symbol: 'BTC-USDT' },
    value: {
      symbol: 'BTC/USDT',
      deals: [{ id: 'd81', at_ms: 1_767_571_199_000, side: 'buy', price: '96421', amount: '0.02' }],
      server_now_ms: 1_767_571_200_000,
    },
  },
  'market.candles': { request: { symbol: 'BTC/USDT', period: '1min', from: 1_767_567_600, to: 1_767_571_200 } },
  'spot.submit': {
    request: { currency_id: 1, legal_id: 3, type: 1, kind: 'limit', amount: '0.01', target_price: '96000' },
  },
  'spot.cancel': { request: { id: 90_001, expect: 1 } },
  'spot.amend': { request: { id: 90_001, expect: 1, target_price: '95900' } },
  'lever.submit': { request: { currency_id: 1, legal_id: 3, type: 1, status: 1, share: 1, multiple: 10 } },
  'option.submit': { request: { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10' } },
  'assets.logs': { request: { currency: 3, page: 1, limit: 10 } },
}
