import { allOf } from '#src/actors/use-call.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { finance, type HostingProduct, type HostingReport } from '#contract/finance/finance.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { Link } from '#src/parts/link.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { IconButton } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { ProductRow } from './product-row.tsx'
import { ThreeLines } from './parts.tsx'
import styles from './finance.module.css'

/** Hosting: what is hosted and has been earned, and the products. */
export function HostingPage() {
  const { t } = useTranslation('finance')
  const { request } = useServices()
  const products = useRead<HostingProduct[]>('hosting-products', () => request.read(finance.products, {}))
  const report = useRead<HostingReport>('hosting-report', () => request.read(finance.report, {}))
  const read = allOf({ products, report })
  useRefreshOn(['finance.changed'], () => void read.refresh())
  return (
    <Page
      title={t('titles.hosting')}
      isBroad
      onRefresh={read.refresh}
      actions={<IconButton icon="help" label={t('titles.rules')} onClick={() => go(financePaths.hostingRule)} />}
    >
      <div className={classes(styles.page, styles.beside)}>
        <Loaded read={read} lines={5} height={72}>
          {(value) => (
            <>
              <Report report={value.report} />
              <section className={styles.card} aria-label={t('titles.hosting')}>
                <ThreeLines product="hosting" />
                {value.products.length === 0 && <Empty text={t('noProducts')} icon="lock" />}
                <Stack as="ul" className={styles.rows}>
                  {value.products.map((product) => (
                    <li key={product.id}>
                      <ProductRow product={product} hasRule />
                    </li>
                  ))}
                </Stack>
              </section>
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function Report({ report }: { readonly report: HostingReport }) {
  const { t } = useTranslation('finance')
  return (
    <Link to={financePaths.hostingOrders} className={styles.sumCard}>
      <Box as="span" lay="row" gap={2} justify="between" size={2} tone={2} className={styles.sumHead}>
        <span>{t('hosted')}</span>
        <span className={styles.more}>
          {t('titles.orders')}
          <Icon name="chevron-right" size={16} />
        </span>
      </Box>
      <Box as="span" size={6} weight="bold" breaks className={styles.sum}>
        <Money text={report.total_deposit} unit={baseCoin.name} isBare /> <small>{baseCoin.name}</small>
      </Box>
      <Box as="span" lay="row" wraps className={styles.sums}>
        <span>
          <small>{t('today')}</small>
          <b data-tone="rise">
            <Money text={report.today_profit} unit={baseCoin.name} kind="gain" isBare />
          </b>
        </span>
        <span>
          <small>{t('soFar')}</small>
          <b data-tone="rise">
            <Money text={report.total_profit} unit={baseCoin.name} kind="gain" isBare />
          </b>
        </span>
        <span>
          <small>{t('running')}</small>
          <b>{report.total_order}</b>
        </span>
      </Box>
    </Link>
  )
}
