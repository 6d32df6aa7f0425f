import { finance, type HostingProduct } from '#contract/finance/finance.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { Loaded, Unread } from '#src/parts/loaded.tsx'
import { Link } from '#src/parts/link.tsx'
import { Box, Card, Row, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EarningsCard } from './earnings-card.tsx'
import { ThreeLines } from './parts.tsx'
import { ProductRow } from './product-row.tsx'
import styles from './finance.module.css'
import { useEarnings, useFinanceFormat } from './use-finance.ts'
import { follow, type Plan } from '#contract/finance/follow.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { Empty } from '#src/ui/empty.tsx'
import { percentLeft } from './balance.ts'

/** The finance tab: what all products earn for the caller, then each product with what it earns, locks and risks. */
export function HubPage() {
  const { t } = useTranslation('finance')
  const { request } = useServices()
  const earned = useEarnings()
  const products = useRead<HostingProduct[]>('hosting-products', () => request.read(finance.products, {}))
  const refresh = () => Promise.all([earned.refresh(), products.refresh()])
  return (
    <Page
      title={t('titles.hub')}
      hasBack={false}
      isBroad
      onRefresh={refresh}
      actions={<IconButton icon="history" label={t('titles.earnings')} onClick={() => go(financePaths.earnings)} />}
    >
      <Stack gap={3} topPad={2} endPad={8} className={styles.wide}>
        <Loaded read={earned} lines={1} height={148}>
          {(summary) => <EarningsCard summary={summary} />}
        </Loaded>
        <Products
          plans={<PlanList />}
          hosting={
            <Loaded read={products} lines={2} height={64}>
              {(all) => (
                <Stack as="ul" isRuled line="top">
                  {all.slice(0, 3).map((product) => (
                    <li key={product.id}>
                      <ProductRow product={product} />
                    </li>
                  ))}
                </Stack>
              )}
            </Loaded>
          }
        />
      </Stack>
    </Page>
  )
}

/** Plans first, then the other products; each with its three lines. */
function Products({ plans, hosting }: { readonly plans: ReactNode; readonly hosting: ReactNode }) {
  return (
    <>
      <Product name="plans" icon="user" to={followPaths.planRecords} more="joined">
        {plans}
      </Product>
      <Product name="hosting" icon="lock" to={financePaths.hosting} more="all">
        {hosting}
      </Product>
      <Product name="launch" icon="rocket" to={launchPaths.launches} more="open" />
      <Product name="mining" icon="layers" to={miningPaths.mining} more="open" />
      <Product name="pledge" icon="shield" to={miningPaths.pledges} more="open" />
    </>
  )
}

type ProductProps = {
  readonly name: string
  readonly icon: IconName
  readonly to: string
  readonly more: string
  readonly children?: ReactNode
}
function Product({ name, icon, to, more, children }: ProductProps) {
  const { t } = useTranslation('finance')
  return (
    <Card as="section" gap={3} pad={4} aria-labelledby={`product-${name}`}>
      <Row gap={3}>
        <Box as="span" ground="accent" round={2} tone="accent" keeps square={36} aria-hidden="true">
          <Icon name={icon} size={20} />
        </Box>
        <Box as="h2" grows id={`product-${name}`}>
          {t(`products.${name}.name`)}
        </Box>
        <Link
          to={to}
          lay="inline"
          gap="hair"
          keeps
          align="center"
          isTouch
          tone="accent"
          size={3}
          aria-label={`${t(`products.${name}.name`)}: ${t(`more.${more}`)}`}
        >
          {t(`more.${more}`)}
          <Icon name="chevron-right" size={16} />
        </Link>
      </Row>
      <ThreeLines product={name} />
      {children}
    </Card>
  )
}

const most = 50
/** The plans with their leader, rate, days, bounds and places. */
function PlanList() {
  const { t, i18n } = useTranslation('finance')
  const { request } = useServices()
  const { value, ...read } = useRead(`plans ${i18n.language}`, () => request.read(follow.plans, { limit: most }))
  useRefreshOn(['follow.changed'], () => void read.refresh())
  if (value === null) return <Unread read={read} lines={4} height={84} />
  if (value.list.length === 0) return <Empty text={t('noPlans')} icon="user" />
  return (
    <Stack as="ul" isRuled line="top">
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
    <Link to={followPaths.planOf(plan.id)} lay="row" gap={3} blockPad={2} align="center" tall={64}>
      <img className={styles.thumb} src={belowBase(plan.cover)} alt="" loading="lazy" />
      <Stack as="span" gap="hair" grows breaks>
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
          <Box as="span" tone="rise">
            {share(plan.day_rate)}
          </Box>{' '}
          {t('aDay')}
        </b>
        <small>{t('days', { count: plan.days })}</small>
      </Stack>
    </Link>
  )
}
