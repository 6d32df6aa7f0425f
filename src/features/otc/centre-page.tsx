import { TurnLink } from './turn-link.tsx'
import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcMarket, OtcSide } from '#contract/otc/otc-order.ts'
import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useAnew, useRefresh } from '#src/actors/use-refresh.ts'
import { go } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { Link } from '#src/parts/link.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { deadlineOf } from '#machines/otc/otc-order.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AdCard } from './ad-card.tsx'
import { AwayLines } from './away-lines.tsx'
import { OtcPage } from './otc-page.tsx'
import styles from './otc.module.css'
import { TakeSheet } from './take-sheet.tsx'
import { useCentre, useOpenOtcOrders, useOtcFiat, useOtcFormat, useOtcMarket } from './use-otc.ts'

const size = 10
const pauseMs = 400

/** The centre: who sells or buys what, at what price, and how it is paid. */
export function CentrePage() {
  const { t } = useTranslation('otc')
  const market = useOtcMarket()
  return (
    <OtcPage
      title={t('titles.centre')}
      here="centre"
      onRefresh={market.refresh}
      actions={
        <IconButton icon="plus" label={t('publish')} onClick={() => go(`${otcPaths.otcAdverts}?view=publish`)} />
      }
    >
      <Loaded read={market} lines={6} height={96}>
        {(value) => <Centre market={value} />}
      </Loaded>
    </OtcPage>
  )
}

const wayIn = (text: string): PayWay | undefined => payWays.find((way) => way === text)

type Texts = ReturnType<typeof useCentre>['texts']
type Asked = {
  readonly side: OtcSide
  readonly sort: 'rate' | 'price'
  readonly coin: OtcMarket['coins'][number] | undefined
  readonly fiat: OtcMarket['fiats'][number] | undefined
  readonly texts: Texts
}
/** The ads that fit, read anew when something else is asked for. */
function useAds({ side, sort, coin, fiat, texts }: Asked) {
  const { request } = useServices()
  const amount = useDebounced(texts.amount, pauseMs)
  const way = wayIn(texts.way)
  const pager = usePager<Ad>(async (page) => {
    if (!coin || !fiat) return { ok: true, value: { rows: [], isLast: true } }
    const reply = await request.read(otc.ads, {
      side,
      currency_id: coin.currency_id,
      fiat: fiat.code,
      way,
      amount,
      sort,
      page,
      limit: size,
    })
    return reply.ok ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } } : reply
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  const about = `${side}|${coin?.currency_id}|${fiat?.code}|${way}|${amount}|${sort}`
  useAnew(about, refresh)
  return { pager, refresh }
}

type FiltersProps = {
  readonly market: OtcMarket
  readonly asked: Asked & { readonly coin: object; readonly fiat: object }
  readonly change: ReturnType<typeof useCentre>['change']
}
function Filters({ market, asked: { side, sort, coin, fiat, texts }, change }: FiltersProps) {
  const { t } = useTranslation('otc')
  return (
    <>
      <Row gap={2} justify="between" wraps>
        <Segmented
          label={t('side')}
          tone={side === 'buy' ? 'rise' : 'fall'}
          value={side}
          options={[
            { value: 'buy', label: t('buy') },
            { value: 'sell', label: t('sell') },
          ]}
          onChange={(value) => change({ side: value })}
        />
        <Box as="span" lay="row" gap={2}>
          <Select
            label={t('sort.title')}
            isBare
            value={sort}
            options={[
              { value: 'price', label: t('sort.price') },
              { value: 'rate', label: t('sort.rate') },
            ]}
            onChange={(value) => change({ sort: value })}
          />
          <Select
            label={t('fiat')}
            isBare
            value={fiat.code}
            options={market.fiats.map(({ code }) => ({ value: code, label: code }))}
            onChange={(code) => change({ fiat: code })}
          />
        </Box>
      </Row>
      <Tabs
        label={t('coin')}
        tabs={market.coins.map(({ currency_name }) => ({ value: currency_name, label: currency_name }))}
        value={coin.currency_name}
        onChange={(name) => change({ coin: name })}
      />
      <Stack fits={150} gap={2} align="start" className={styles.filters}>
        <AmountField
          label={t('amountFilter')}
          value={texts.amount}
          onChange={(text) => change({ amount: text })}
          scale={fiat.scale}
          unit={fiat.code}
        />
        <Select
          label={t('way')}
          value={texts.way}
          options={[
            { value: '', label: t('allWays') },
            ...payWays.map((each) => ({ value: each, label: t(`ways.${each}`) })),
          ]}
          onChange={(value) => change({ way: value })}
        />
      </Stack>
    </>
  )
}

function Centre({ market }: { readonly market: OtcMarket }) {
  const { t } = useTranslation('otc')
  const { texts, change } = useCentre()
  const [tapped, setTapped] = useState<Ad | null>(null)
  const side: OtcSide = texts.side === 'sell' ? 'sell' : 'buy'
  const coin = market.coins.find(({ currency_name }) => currency_name === texts.coin) ?? market.coins[0]
  const fiat = useOtcFiat(market, texts.fiat)
  const sort = texts.sort === 'rate' ? 'rate' : 'price'
  const { pager, refresh } = useAds({ side, sort, coin, fiat, texts })
  if (!coin || !fiat) return null
  return (
    <Stack gap={4} topPad={2} endPad={6}>
      <AwayLines />
      <TurnLine market={market} />
      <Filters market={market} asked={{ side, sort, coin, fiat, texts }} change={change} />
      <div aria-busy={pager.state === 'loading'}>
        <PagedList
          pager={pager}
          keyOf={({ id }) => id}
          rowHeight={140}
          render={(ad) => (
            <AdCard
              ad={ad}
              market={market}
              onTake={() => {
                setTapped(ad)
                change({ taking: ad.id })
              }}
            />
          )}
          emptyText={texts.amount === '' ? t('noAds') : t('noAdFits')}
          emptyAction={<Link to={`${otcPaths.otcAdverts}?view=publish`}>{t('publish')}</Link>}
        />
      </div>
      {texts.taking !== '' && (
        <TakeSheet
          key={texts.taking}
          id={texts.taking}
          tapped={tapped?.id === texts.taking ? tapped : null}
          market={market}
          amount={texts.amount}
          onClose={() => change({ taking: '' })}
          onGone={() => void refresh()}
        />
      )}
    </Stack>
  )
}

/** The order that waits for the caller, with the time that is left. */
function TurnLine({ market }: { readonly market: OtcMarket }) {
  const { t } = useTranslation('otc')
  const { serverNow } = useServices()
  const { mine } = useOpenOtcOrders()
  const { fiat } = useOtcFormat(market)
  const [order] = mine
  if (order === undefined) return null
  const deadline = deadlineOf(order)
  const peer = order.my_role === 'buyer' ? order.seller : order.buyer
  return (
    <TurnLink
      to={`${otcPaths.otcOrder}?id=${order.id}`}
      icon="clock"
      text={t(
        order.may.includes('agree')
          ? 'turn.agree'
          : order.my_role === 'buyer'
            ? order.status === 'to_be_paid'
              ? 'turn.pay'
              : 'turn.appeal'
            : 'turn.confirm',
        { amount: fiat(order.total_amount, order.fiat), name: peer.nickname },
      )}
    >
      {deadline !== null && <Countdown deadlineMs={deadline} now={serverNow} />}
    </TurnLink>
  )
}
