import { launchPhaseAt, type LaunchOrder, type LaunchProduct } from '#contract/launch/launch.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { defaultLang, type Lang } from '#contract/wire/languages.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { textIn } from '#server/core/sentences.ts'
import { examOf, wireStatusOf, type LaunchOrderRow, type LaunchProductRow } from './rows.ts'
import type { LaunchContext } from './context.ts'

type Reader = Pick<LaunchContext, 'tables' | 'now'>
const dayMs = 86_400_000
export const leftOf = ({ num, sold }: LaunchProductRow) => parseDec(num) - parseDec(sold)
export const unlockAt = ({ onlineAt, day }: Pick<LaunchOrderRow, 'onlineAt' | 'day'>) => onlineAt + day * dayMs
const timesOf = ({ startAt, endAt, onlineAt }: LaunchProductRow) => ({
  start_ms: startAt,
  end_ms: endAt,
  online_ms: onlineAt,
})
export const phaseOf = ({ now }: Pick<LaunchContext, 'now'>, row: LaunchProductRow) =>
  launchPhaseAt(timesOf(row), leftOf(row) === 0n, now())

/** A product in wire form, its texts in the language of the reader. */
export function productOf(ctx: Reader, row: LaunchProductRow, lang: Lang): LaunchProduct {
  const said = (part: string) => textIn('launch', lang, `coins.${row.key}.${part}`) ?? ''
  const nameOf = (coin: number) => ctx.tables.coins.get(coin)?.name ?? ''
  const [first] = row.pays
  return {
    ...timesOf(row),
    id: row.id,
    new_currency_name: row.name,
    logo: row.logo,
    introduction: row.intro?.[lang] || row.intro?.[defaultLang] || said('intro'),
    currency_id: first?.coin ?? 0,
    currency_name: nameOf(first?.coin ?? 0),
    change_rate: first?.rate ?? '0',
    pay_currencies: row.pays.map(({ coin, rate }) => ({
      currency_id: coin,
      currency_name: nameOf(coin),
      change_rate: rate,
    })),
    num: row.num,
    last_num: formatDec(leftOf(row)),
    buy_num: row.least,
    buy_max: row.most,
    send_start: timeOf(row.startAt),
    send_end: timeOf(row.endAt),
    online_time: timeOf(row.onlineAt),
    day: row.day,
    interest_rate: row.interestRate,
    predict_rate: row.predictRate,
    phase: phaseOf(ctx, row),
    is_recommend: row.isRecommended,
    recommend_title: said('title'),
    recommend_content: said('lead'),
    created_at: timeOf(row.createdAt),
    server_now_ms: ctx.now(),
  }
}

/** A subscription in wire form. Nothing accrues on it: what it is worth is the price of the coin. */
export const launchOrderOf = ({ tables }: Pick<LaunchContext, 'tables'>, row: LaunchOrderRow): LaunchOrder => ({
  id: row.id,
  user_id: row.user,
  config_id: row.product,
  new_currency_name: tables.launchProducts.get(row.product)?.name ?? '',
  currency_id: row.pay,
  currency_name: tables.coins.get(row.pay)?.name ?? '',
  amount: row.amount,
  new_currency_num: row.coins,
  change_rate: row.rate,
  interest: '0',
  original_interest: '0',
  interest_rate: '0',
  day: row.day,
  status: wireStatusOf(row.stage),
  exam_status: examOf[row.stage],
  reject_reason: row.reason,
  online_time: timeOf(row.onlineAt),
  unlock_ms: row.stage === 'rejected' ? null : unlockAt(row),
  created_at: timeOf(row.createdAt),
  updated_at: timeOf(row.updatedAt),
  rev: row.rev,
})
