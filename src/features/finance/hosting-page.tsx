import { allOf } from '#src/actors/use-call.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Box, Card, Stack } from '#src/ui/box.tsx'
import { finance, type HostingProduct, type HostingReport } from '#contract/finance/finance.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { Link } from '#src/parts/link.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { ProductRow } from './product-row.tsx'
import { ThreeLines } from './parts.tsx'
import styles from './finance.module.css'
import { SumCard } from './earnings-card.tsx'

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
      <Stack gap={3} topPad={2} endPad={8} className={styles.beside}>
        <Loaded read={read} lines={5} height={72}>
          {(value) => (
            <>
              <Report report={value.report} />
              <Card as="section" gap={3} pad={4} aria-label={t('titles.hosting')}>
                <ThreeLines product="hosting" />
                {value.products.length === 0 && <Empty text={t('noProducts')} icon="lock" />}
                <Stack as="ul" isRuled line="top">
                  {value.products.map((product) => (
                    <li key={product.id}>
                      <ProductRow product={product} hasRule />
                    </li>
                  ))}
                </Stack>
              </Card>
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}

function Report({ report }: { readonly report: HostingReport }) {
  const { t } = useTranslation('finance')
  return (
    <Link to={financePaths.hostingOrders} isCard lay="stack" gap={2} pad={4}>
      <SumCard
        title={t('hosted')}
        end={
          <Box as="span" lay="inline" gap="hair" align="center" keeps size={3} tone="accent">
            {t('titles.orders')}
            <Icon name="chevron-right" size={16} />
          </Box>
        }
        sum={report.total_deposit}
        today={report.today_profit}
        soFar={report.total_profit}
        last={[t('running'), report.total_order]}
      />
    </Link>
  )
}
