import { Stack } from '#src/ui/box.tsx'
import { finance, type HostingProduct } from '#contract/finance/finance.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { HostingForm } from './hosting-form.tsx'

/** Of an address that names no product, which it also does while the page is left: nothing is asked. */
const noProduct = {
  ok: false,
  failure: { kind: 'refused', reason: 'not_found', params: {}, text: null, afterMs: null },
} as const

/** Hosting an amount in one product. */
export function HostingBuyPage() {
  const { t } = useTranslation('finance')
  const { request } = useServices()
  const { id = '' } = useQuery()
  const { value, failure, refresh } = useRead<HostingProduct>(`hosting-product:${id}`, async (signal) =>
    /^[1-9]\d{0,14}$/.test(id) ? request.read(finance.product, { id: Number(id) }, { signal }) : noProduct,
  )
  const rule = value?.rule_news_id ?? null
  const isGone = failure?.kind === 'refused' && failure.reason === 'not_found'
  return (
    <Page
      title={value === null ? t('titles.buy') : t('hostTitle', { coin: value.currency_name, count: value.day })}
      actions={
        rule !== null && (
          <IconButton icon="help" label={t('titles.rules')} onClick={() => go(financePaths.ruleOf(rule))} />
        )
      }
    >
      <Stack gap={3} topPad={2} endPad={8}>
        {value !== null && <HostingForm key={value.id} product={value} onDone={() => void refresh()} />}
        {value === null && failure === null && <Skeleton lines={5} height={80} />}
        {value === null && failure !== null && !isGone && (
          <ReadFailed failure={failure} onRetry={() => void refresh()} />
        )}
        {value === null && isGone && (
          <Empty text={t('productGone')} icon="lock">
            <Button kind="quiet" onClick={() => go(financePaths.hosting, { replace: true })}>
              {t('toHosting')}
            </Button>
          </Empty>
        )}
      </Stack>
    </Page>
  )
}
