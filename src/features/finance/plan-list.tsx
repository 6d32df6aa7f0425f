import { follow, type Plan } from '#contract/finance/follow.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Link } from '#src/parts/link.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { percentLeft } from './balance.ts'
import styles from './finance.module.css'
import { useFinanceFormat } from './use-finance.ts'

const most = 50
/** The plans with their leader, rate, days, bounds and places. */
export function PlanList() {
  const { t, i18n } = useTranslation('finance')
  const { request } = useServices()
  const { value, failure, refresh } = useRead(`plans ${i18n.language}`, () =>
    request.read(follow.plans, { limit: most }),
  )
  useRefreshOn(['follow.changed'], () => void refresh())
  if (value === null)
    return failure === null ? (
      <Skeleton lines={4} height={84} />
    ) : (
      <ReadFailed failure={failure} onRetry={() => void refresh()} />
    )
  if (value.list.length === 0) return <Empty text={t('noPlans')} icon="user" />
  return (
    <Stack as="ul" className={styles.rows}>
      {value.list.map((plan) => (
        <li key={plan.id}>
          <PlanRow plan={plan} />
        </li>
      ))}
    </Stack>
  )
}

function PlanRow({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('finance')
  const { share, sum } = useFinanceFormat()
  return (
    <Link to={followPaths.planOf(plan.id)} className={styles.plan}>
      <img className={styles.thumb} src={belowBase(plan.cover)} alt="" loading="lazy" />
      <Stack as="span" gap="hair" grows breaks className={styles.names}>
        <b>{plan.name}</b>
        <small>{t('ledBy', { name: plan.leader_name })}</small>
        <small>
          {t('between', {
            min: sum(plan.min_amount, plan.currency_name, 'cost'),
            max: sum(plan.max_amount, plan.currency_name),
            coin: plan.currency_name,
          })}
          {plan.status === 'open'
            ? ` · ${t('percentLeft', { percent: percentLeft(plan.surplus_number, plan.total_number) })}`
            : ` · ${t(`status.${plan.status}`)}`}
          {plan.joined_count > 0 && ` · ${t('joinedCount', { count: plan.joined_count })}`}
        </small>
      </Stack>
      <Stack as="span" gap="hair" text="end" keeps className={styles.rates}>
        <b>
          <span data-tone="rise">{share(plan.day_rate)}</span> {t('aDay')}
        </b>
        <small>{t('days', { count: plan.days })}</small>
      </Stack>
    </Link>
  )
}
