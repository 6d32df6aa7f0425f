import { Note } from '#src/ui/box.tsx'
import { option } from '#contract/option/option.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { Facts } from '#src/ui/facts.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useServices, type Services } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { statsOf } from './stats.ts'
import styles from './stakes.module.css'

const pages = 4
const size = 50

/** The last two hundred settled stakes. */
async function readEnded({ request }: Pick<Services, 'request'>): Promise<Reply<readonly OptionOrder[]>> {
  const all = new Map<number, OptionOrder>()
  for (let page = 1; page <= pages; page++) {
    const reply = await request.read(option.list, { status: 'closed', page, limit: size })
    if (!reply.ok) return reply
    for (const order of reply.value.data) all.set(order.id, order)
    if (reply.value.data.length < size) break
  }
  return { ok: true, value: [...all.values()] }
}

/** The statistics of the user's stakes: wins, losses, fees, and the break-even win rate. */
export function StakeStats() {
  const { t, i18n } = useTranslation('option')
  const services = useServices()
  const ended = useRead('ended stakes', () => readEnded(services))
  if (ended.value === null && ended.failure !== null)
    return <ReadFailed failure={ended.failure} onRetry={() => void ended.refresh()} />
  if (ended.value === null) return <Skeleton lines={4} height={32} />
  if (ended.value.length === 0) return <Empty text={t('noHistory')} icon="chart" />
  const stats = statsOf(ended.value)
  const coin = ended.value[0]?.currency_name ?? ''
  const money = (text: string) => numbersIn(i18n.language).money(text, coin)
  const share = (text: string | null) => (text === null ? '—' : numbersIn(i18n.language).percent(text))
  const rows: readonly (readonly [string, string])[] = [
    [t('stats.counted'), String(stats.count)],
    [t('stats.won'), String(stats.won)],
    [t('stats.lost'), String(stats.lost)],
    [t('stats.drawn'), String(stats.drawn)],
    [t('stats.given'), String(stats.given)],
    [t('stats.winShare'), share(stats.winShare)],
    [t('stats.breakEven'), share(stats.breakEven)],
    [t('stats.staked'), money(stats.staked)],
    [t('stats.fees'), numbersIn(i18n.language).cost(stats.fees, coin)],
    [t('stats.net'), numbersIn(i18n.language).gain(stats.net, coin)],
  ]
  return (
    <div className={styles.stats}>
      <Facts facts={rows.map(([name, value]) => ({ name, value }))} />
      <Note>{t('stats.note')}</Note>
    </div>
  )
}
