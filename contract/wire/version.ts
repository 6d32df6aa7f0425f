/**
 * History of the wire contract, oldest first. `hash` covers every call, frame, reason and close code; a test computes
 * it and fails
 * until a change of it has an entry here. `oldestClient` is the version code of the oldest client that is still served.
 */
export const history = [
  { number: 1, hash: '8688ad37e4540175', oldestClient: 100, changed: 'The first 53 calls.' },
  {
    number: 2,
    hash: '355829f34be2114b',
    oldestClient: 100,
    changed:
      'market.quotes and market.bars are documented as market.tickers and market.candles, events come in another order, and five calls list reasons they were refused with before; no shape has changed.',
  },
  {
    number: 3,
    hash: 'c2b3441255b93829',
    oldestClient: 100,
    changed:
      'New call market.sources. Prices and the book of a market also tell as_of_ms, when the oldest source of the price spoke; the book tells sources.',
  },
  {
    number: 4,
    hash: '6fcc8912d98dbfdd',
    oldestClient: 100,
    changed: 'New call option.ticks. A pair tells coin_price_band, and a bye may tell why a login ended.',
  },
  {
    number: 5,
    hash: 'a403b19ef66fda7c',
    oldestClient: 100,
    changed:
      'Prices and pairs tell the mode of a market while it is not open; opening a position or a stake may be refused for it. Positions have receipts, limits of size and a haircut; rounds settle on a mean that their receipts list.',
  },
  {
    number: 6,
    hash: '9692d743b213bd2f',
    oldestClient: 100,
    changed:
      'Texts for readers no longer count; shapes and enums have names in the documents, channels are described one by one. API keys with scopes, depth and deals by GET; older clients: login tells the kind of an account by itself, a stake coin has its balance under both names.',
  },
  {
    number: 7,
    hash: 'c7162eaf56b0518a',
    oldestClient: 100,
    changed:
      'New calls of deposits, withdrawals, receiving methods, quotes, flash exchanges and transfers to people; no earlier call has changed.',
  },
  {
    number: 8,
    hash: '0a6d43defa6ad56b',
    oldestClient: 100,
    changed: 'New calls and events of OTC; no earlier call has changed.',
  },
  {
    number: 9,
    hash: '511aeab8942bce44',
    oldestClient: 100,
    changed:
      'New calls of the desk: home, cases, case, decide, log, settings, setSetting, users, setUser, markets, halt, news, publish. New reason second_needed.',
  },
  {
    number: 10,
    hash: '32021b8e5d81661f',
    oldestClient: 100,
    changed:
      'Any change may be refused with read_only (503) while the disk of the server is full; nothing was done then. Spot orders may be refused as too many, uploads for the quota (file_quota).',
  },
  {
    number: 11,
    hash: 'dd080e405ebddcf1',
    oldestClient: 100,
    changed:
      'Cases of the desk may be deposits, remittances and withdrawals; a whole case tells past, asks and needs_two, and of the first approval what was typed. New reason credited_before.',
  },
  {
    number: 12,
    hash: '11482ab7029eeb56',
    oldestClient: 100,
    changed:
      'New calls and events of earnings, hosting, plans, new coins, mining, pledges and promotion; no earlier call has changed.',
  },
  {
    number: 13,
    hash: '7fa129058f75a389',
    oldestClient: 100,
    changed: 'An even stake may be refused while the price stands still (market_still).',
  },
  {
    number: 14,
    hash: '13cdb6a71403420e',
    oldestClient: 100,
    changed: 'New call desk.house: what the house has promised and paid in each coin.',
  },
  {
    number: 15,
    hash: 'a4dfda2faf2d8f4f',
    oldestClient: 100,
    changed: 'The calls and events of mining and pledges; subscriptions to new coins are cases of the desk (launch).',
  },
  {
    number: 16,
    hash: 'df2afa872324ca5f',
    oldestClient: 100,
    changed:
      'Appeals at the desk: case kind appeal, statuses ruled and settled, decisions to_buyer and to_seller, and desk.outage. Additions of OTC: split of an appeal (offer, agree), ratings, blocked people, opening hours, prices that float with the index; new reason ad_closed.',
  },
  {
    number: 17,
    hash: '9d6ca30e76c72ce6',
    oldestClient: 100,
    changed:
      'New calls, events and channels of the chat; the socket also carries msg.send, msg.revoke, msg.read and typing, and tells chatUid. No earlier call has changed.',
  },
  {
    number: 18,
    hash: 'f79880e95d9a84cb',
    oldestClient: 100,
    changed:
      'New call market/sparks: the closing prices of the last half hours of every market. No earlier call has changed.',
  },
  {
    number: 19,
    hash: '1cf347d092efc191',
    oldestClient: 100,
    changed:
      'New calls of the desk: service, talk, answer, closeTalk (conversations with the customer service, power deskService), products and setProduct; desk.home tells who waits for the service. New calls of platform: dirFiles and sysFiles.',
  },
  {
    number: 20,
    hash: '6aacc6cefbe4f5bf',
    oldestClient: 100,
    changed:
      'Addition: spot.queue (GET coin/queue) tells where the own resting orders of a pair stand in their queues. No earlier call has changed.',
  },
  {
    number: 21,
    hash: 'fe7b335820cdaeb3',
    oldestClient: 100,
    changed:
      'A line of desk.log and of the history of a case has by null where the review of the demo decided; a venue outside of the demo never sends it.',
  },
  {
    number: 22,
    hash: '5df506cb5211f36e',
    oldestClient: 100,
    changed:
      'Additions: lever.close takes share (lots of a part), positions tell part_of; candles of 3 minutes and 4 hours (3min, 4hour); new calls lever.reverse, lever.fills and spot.fills. An older client goes on as before.',
  },
  {
    number: 23,
    hash: '648eb54b228013aa',
    oldestClient: 100,
    changed:
      'Additions: calls and events of notifications (notification/*) and price alerts (alert/*), with the refusals alert_reached and alert_limit. No earlier call or event has changed.',
  },
  {
    number: 24,
    hash: 'c59116eb5b3da045',
    oldestClient: 100,
    changed:
      'Additions of OTC: orders can be asked for by ad (ad_id); new reason appeal_full; the case of an appeal tells what the two wrote to each other (talk, has_more_talk); new call trade/orderReceipt. Earlier requests have not changed.',
  },
  {
    number: 25,
    hash: '9dfad573d9c022d4',
    oldestClient: 100,
    changed:
      'Additions: user/register tells the session of its first login; user/logins, logins/end and logins/end_others, user/protection, user/mail_word, user/totp/begin, confirm and end; wallet/pnl; user/login, wallet/out and wallet/out2 take totp, which an account with an authenticator app must send (older clients may send it as code). New reasons password_common, totp_required, totp_wrong, totp_locked, totp_on and totp_unset; a bye may say ended. No earlier field has changed.',
  },
  {
    number: 26,
    hash: '0c198da92bc26218',
    oldestClient: 100,
    changed:
      'Additions: coin/list, coin/fills, lever/fills, charge_mention/log2 and log3 and remittance/remittanceRecord take from and to, the range of their time in epoch milliseconds. notification/push, push/start and push/end subscribe a device to notifications by Web Push; user/logins tells push. user/unlock asks whether a password is that of the login, for a device that locked itself. user/totp/lost, removal and keep have a lost authenticator removed; the desk has cases of the kind totp, which deskUser decides, the status cancelled and facts about a request; notifications totp_lost and totp_removed. user/passkeys, begin, confirm, rename and end; a refusal of user/login may offer passkeys (params.passkey), and user/login takes what one signed (passkey) in place of the code. New reasons push_off, push_endpoint, passkey_wrong, passkey_expired, passkey_copied, passkey_limit and passkey_off. No earlier call has changed.',
  },
  {
    number: 27,
    hash: '1c6f7dd46a50f801',
    oldestClient: 100,
    changed:
      'Additions: user/passkeys/unlock/begin and user/passkeys/unlock unlock a device that locked itself by a passkey, beside user/unlock. lever/my_trade and microtrade/lists take from and to, the range of their time in epoch milliseconds; without them a list is whole. coin/amend moves a resting order to another price. No earlier call has changed.',
  },
  {
    number: 28,
    hash: '7e49b917c2ca414b',
    oldestClient: 100,
    changed:
      'Additions: net, net_cap and flow of the contracts in a market, in its price row, currency/deal and lever/deal; lead of a position; tif of lever/submit; stop_wrong_side and limit_wrong_side tell prices; event lever.entriesCancelled with its notification, receipts of the rule lever-2; wallet/statement, and more fields of wallet/pnl; takenByMe in the content of a packet; at the desk cases of the kinds change and grant, waits of settings, products, markets and accounts, ties and change of a case, ties of a line of the log, and the setting desk.fourEyesAbove. New reason pay_password_common where a fund password is set or changed. Not additions: what a class of risk gives to two people at the desk (desk/settings, desk/product, desk/halt, desk/user) is proposed by the call and done when a second person passes its case; a change by an API key without an Idempotency-Key is refused (key_missing); params.after of a refusal on the socket is in seconds; the chat registers only numbers that their country has; a limit entry may open at a better price than its limit.',
  },
  {
    number: 29,
    hash: '2d52e1fd00d7ae0f',
    oldestClient: 100,
    changed:
      'Additions: coin/trade takes tif, expires_ms and stp, coin/amend an amount; a spot order tells tif, expires_ms, trigger_id, group_id, amended_from and ended_why where they say something. New reasons expiry_bad and legs_over. No earlier request or answer has changed.',
  },
] as const

const { number, hash } = history.reduce((_, each) => each)
export const contractVersion = { number, hash }
