import { chatSentences, chatTags } from './chat-texts.ts'

/** What each call does, in one sentence, by `feature.name`. A call without one is described by its name. */
const sentences: Readonly<Record<string, string>> = {
  ...chatSentences,
  'session.sendMailCode': 'Send a verification code by mail.',
  'session.sendSmsCode': 'Send a verification code by text message.',
  'session.checkMobile': 'Check a code sent to a phone, without spending it.',
  'session.checkEmail': 'Check a code sent by mail, without spending it.',
  'session.register': 'Open an account with a mail address or a phone number.',
  'session.login': 'Log in; the answer is the token for `Authorization`.',
  'session.forget': 'Set a new login password with a code; all logins and API keys end.',
  'session.outcome': 'Ask what became of a change, by its idempotency key; `burn` makes sure that a key not seen yet is never accepted.',
  'account.apiKeys': 'List the API keys of the account, without their secrets.',
  'account.makeApiKey': 'Make an API key; its secret is in this answer and nowhere else.',
  'account.endApiKey': 'End an API key; its sockets are closed at once.',
  'account.center': 'Read the profile of the account.',
  'account.isLock': 'Read which locks are on the account, and until when.',
  'account.hasPassword': 'Read whether the fund password is set.',
  'account.changePassword': 'Change the login password; other logins and all API keys end.',
  'account.changePayPassword': 'Set or change the fund password.',
  'account.sendOwnCode': 'Send a verification code to the address of the account itself.',
  'kyc.primary': 'Apply for primary verification with a name, a country and a document number.',
  'kyc.advanced': 'Apply for advanced verification with an address and photographs.',
  'kyc.state': 'Read where the verification stands.',
  'market.tickers': 'List the markets with their rules and the last 24 hours, by quote coin.',
  'market.pair': 'Read one market with its rules, its order book, recent trades, index and mark price.',
  'market.depth': 'Read the order book of a market; deltas of the channel `depth:<market>` continue it.',
  'market.deals': 'Read the recent trades of a market, newest first.',
  'market.sources': 'Read where the prices of each market come from, and how old each source is.',
  'market.candles': 'Read candles of a market between two instants.',
  'promotion.poster': 'Read the invitation code, its link and the backgrounds of the poster.',
  'promotion.share': 'Read the words with which an invitation is shared.',
  'promotion.summary': 'Read how many were invited, what their fees have earned, and the shares of the three levels.',
  'promotion.ranking': 'List the ten accounts that earned most from fees in a span, masked.',
  'promotion.invited': "List the accounts that came by the caller's code, three levels deep, masked.",
  'promotion.rebates': "List the caller's shares of fees.",
  'launch.products': 'List the new coins, of one phase or of all.',
  'launch.product': 'Read one new coin with its terms and dates.',
  'launch.recommended': 'Read the recommended new coin; an empty object when there is none.',
  'launch.subscribe': 'Subscribe to a new coin; the payment is held until the review.',
  'launch.orders': "List the caller's subscriptions.",
  'spot.submit': 'Place a spot order: limit, market, immediate-or-cancel or post-only.',
  'spot.cancel': 'Cancel what is left of a spot order.',
  'spot.cancelByPut': 'Cancel a spot order; the older form of the same call.',
  'spot.list': 'List the own spot orders, newest first.',
  'lever.market': 'Read a contract market: sizes, leverage, fees, own positions and margin.',
  'lever.submit': 'Open a position at the market, or place an order to open one.',
  'lever.list': 'List the own positions and pending orders with the margin rate.',
  'lever.close': 'Close a position at the mark price.',
  'lever.cancel': 'Cancel a pending order to open a position.',
  'lever.setStop': 'Set, change or remove the take-profit and stop-loss prices of a position.',
  'option.stakeCoins': 'List the coins in which a round can be staked, with the free balance.',
  'option.periods': 'List the lengths of rounds, with their payout and bounds.',
  'option.submit': 'Stake an amount on a round.',
  'option.ticks': 'Read the latest index prices of a market, which rounds begin and end on.',
  'option.list': 'List the own option orders and the rounds of a market.',
  'assets.list': 'List all balances by account, with their worth.',
  'assets.detail': 'Read the balance of one coin in one account.',
  'assets.logs': 'List the bookings of the account, newest first.',
  'assets.transfer': 'Move money between two own accounts.',
  'assets.transfers': 'List the transfers between own accounts.',
  'assets.transferCoins': 'List the coins that can be moved between own accounts.',
  'news.list': 'List notices, banners, help pages or rules in one language.',
  'news.detail': 'Read one text.',
  'platform.setLang': 'Choose the language of answers and mail.',
  'platform.getLang': 'Read the chosen language.',
  'platform.customerUrl': 'Read where customer service is reached.',
  'platform.settings': 'Read the public settings of the venue.',
  'platform.areaCodes': 'List the area codes, and whether codes are asked for.',
  'platform.appDownload': 'Read where the apps are downloaded.',
  'platform.search': 'Search markets, pages and texts.',
  'platform.chatConfig': 'Read the configuration of the chat.',
  'platform.latestVersion': 'Read the latest version of the app.',
  'chat-account.login': 'Exchange the login for a token of the chat.',
  'chat-account.loginStatus': 'Read whether the login still stands.',
  'chat-account.logout': 'End this login.',
  'chat-account.updateUser': 'Change the nickname, the picture and other fields of the profile.',
}
export const describedCalls = Object.keys(sentences)

const words = (name: string) => name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
export const sentenceOf = (feature: string, name: string) => {
  const spoken = words(name)
  return sentences[`${feature}.${name}`] ?? `${spoken.charAt(0).toUpperCase()}${spoken.slice(1)} (${feature}).`
}

/** What a group of calls is about. */
const tags: Readonly<Record<string, string>> = {
  ...chatTags,
  session: 'Registering, logging in, and the outcome of a change by its key.',
  account: 'The profile, passwords and API keys.',
  kyc: 'Identity verification.',
  market: 'Markets, order books, trades and candles. Open to anyone.',
  spot: 'Spot orders.',
  lever: 'Leveraged contracts.',
  option: 'Stakes on numbered rounds.',
  assets: 'Balances, bookings and transfers between own accounts.',
  news: 'Notices, help and rules.',
  promotion: 'Invitations and the shares of fees they earn.',
  launch: 'Subscriptions to new coins.',
  platform: 'Settings, languages, search and versions.',
  'chat-account': 'The account in the chat service.',
}
export const tagText = (feature: string) => tags[feature] ?? `Calls of ${feature}.`

export type Example = { readonly request?: Readonly<Record<string, unknown>>; readonly value?: unknown }
/** Examples of inputs and of answered values, in wire form; a test reads them by the contract. */
export const examples: Readonly<Record<string, Example>> = {
  'session.login': { request: { user_string: 'ann@example.com', password: 'secret1', code: '482913' }, value: 'pB0b0QvIbm1vMWl6dXlzYWZ0c2xhbmd0b2tlbjEyMzQ' },
  'session.outcome': { request: { key: '0190a000-0000-7000-8000-000000000001' }, value: { state: 'unseen' } },
  'account.makeApiKey': {
    request: { name: 'market maker', scope: 'trade', pay_password: '123456' },
    value: {
      key: { id: 'q3J1dXh5eHl6', name: 'market maker', scope: 'trade', hint: 'Zm9v', created_time: '2026-01-05 00:00:00', used_time: null },
      secret: 'kak_pB0b0QvIbm1vMWl6dXlzYWZ0c2xhbmd0b2tlbjEyZm9v',
    },
  },
  'market.depth': {
    request: { symbol: 'BTC-USDT', limit: 2 },
    value: {
      symbol: 'BTC/USDT', bids: [['96420.1', '0.52'], ['96419.8', '1.1']], asks: [['96421', '0.3'], ['96421.5', '0.08']], seq: 4711, cs: 2_774_102_993,
      server_now_ms: 1_767_571_200_000,
    },
  },
  'market.deals': {
    request: { symbol: 'BTC-USDT' },
    value: { symbol: 'BTC/USDT', deals: [{ id: 'd81', at_ms: 1_767_571_199_000, side: 'buy', price: '96421', amount: '0.02' }], server_now_ms: 1_767_571_200_000 },
  },
  'market.candles': { request: { symbol: 'BTC/USDT', period: '1min', from: 1_767_567_600, to: 1_767_571_200 } },
  'spot.submit': { request: { currency_id: 1, legal_id: 3, type: 1, kind: 'limit', amount: '0.01', target_price: '96000' } },
  'spot.cancel': { request: { id: 90_001, expect: 1 } },
  'lever.submit': { request: { currency_id: 1, legal_id: 3, type: 1, status: 1, share: 1, multiple: 10 } },
  'option.submit': { request: { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10' } },
  'assets.logs': { request: { currency: 3, page: 1, limit: 10 } },
}
