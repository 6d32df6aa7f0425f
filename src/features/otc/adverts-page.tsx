import type { OtcMarket } from '#contract/otc/otc-order.ts'
import { otc } from '#contract/otc/otc.ts'
import type { Ad } from '#contract/otc/otc-order.ts'
import type { AdStatus } from '#contract/otc/otc-steps.ts'
import { adStatus } from '#contract/otc/otc-steps.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useAnew, useRefresh } from '#src/actors/use-refresh.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Link } from '#src/parts/link.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MerchantPage } from './merchant-page.tsx'
import { OtcPage } from './otc-page.tsx'
import styles from './otc.module.css'
import { PublishPage } from './publish-page.tsx'
import { useOtcFormat, useOtcMarket } from './use-otc.ts'

/** My ads; publishing and the merchant's own page are views of this path. */
export function AdvertsPage() {
  const { view } = useQuery()
  if (view === 'publish') return <PublishPage />
  if (view === 'merchant') return <MerchantPage />
  return <Adverts />
}

const size = 10
function Adverts() {
  const { t } = useTranslation('otc')
  const { request, feeds } = useServices()
  const { value: market, isKnown } = useOtcMarket()
  const [status, setStatus] = useState<AdStatus>('on_shelf')
  const changed = useStream<Ad | null>(feeds.otcAd$, null)
  const pager = usePager<Ad>(async (page) => {
    const reply = await request.read(otc.myAds, { status, page, limit: size })
    return reply.ok ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } } : reply
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  const about = `${status}|${changed?.id}|${changed?.rev}`
  useAnew(about, refresh)
  const publish = <Button onClick={() => go(`${otcPaths.otcAdverts}?view=publish`)}>{t('publish')}</Button>
  return (
    <OtcPage title={t('titles.adverts')} here="adverts" onRefresh={refresh}>
      <Stack gap={4} topPad={2} endPad={6}>
        <Row gap={2} justify="between" wraps>
          {publish}
        </Row>
        <Tabs
          label={t('titles.adverts')}
          isWide
          tabs={adStatus.options.map((value) => ({ value, label: t(`adStatus.${value}`) }))}
          value={status}
          onChange={setStatus}
        />
        <div aria-busy={pager.state === 'loading'}>
          <PagedList
            pager={isKnown ? pager : { ...pager, rows: [], state: 'loading' }}
            keyOf={({ id }) => id}
            rowHeight={96}
            emptyText={t('noOwnAds')}
            render={(ad) => <AdRow ad={ad} market={market} />}
          />
        </div>
      </Stack>
    </OtcPage>
  )
}

function AdRow({ ad, market }: { readonly ad: Ad; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { fiat, coin, price } = useOtcFormat(market)
  return (
    <Link to={`${otcPaths.otcAdvert}?id=${ad.id}`} lay="stack" gap={1} blockPad={3} line="top" className={styles.row}>
      <Row as="span" gap={2} wraps>
        <Box as="b" tone={ad.side === 'buy' ? 'rise' : 'fall'}>
          {t(ad.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: ad.currency_name })}
        </Box>
        <Box as="span" size={2} tone={ad.status === 'on_shelf' ? 'done' : 2} pushes>
          {t(`adStatus.${ad.status}`)}
        </Box>
      </Row>
      <Row as="span" gap={2} justify="between" wraps>
        <b>{price(ad.price, ad.fiat)}</b>
        <span>
          {t('leftOf', {
            left: coin(ad.surplus_number, ad.currency_name),
            total: coin(ad.total_number, ad.currency_name),
          })}
        </span>
      </Row>
      <Note as="span" className={styles.small}>
        {`${fiat(ad.min_amount, ad.fiat)} – ${fiat(ad.max_amount, ad.fiat)}`}
      </Note>
    </Link>
  )
}
