import { Section } from '#src/ui/section.tsx'
import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcMarket } from '#contract/otc/otc-order.ts'
import { shiftHours } from '#contract/otc/otc-sums.ts'
import { mayAdAct, type AdAction } from '#machines/otc/otc-advert.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEntity } from '#src/actors/use-entity.ts'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Page } from '#src/ui/page.tsx'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copiedFact } from '#src/parts/copy-button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { otcAdvertLogic } from './otc.actors.ts'
import { localMinutes, signed } from './publish-terms.ts'
import { EditPage } from './publish-page.tsx'
import styles from './otc.module.css'
import { useOtcFormat, useOtcMarket, useOpenOtcOrders } from './use-otc.ts'
import { Link } from '#src/parts/link.tsx'

/** One ad of the caller: what is left of it, what it holds, and its steps. */
export function AdvertPage() {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const { id = '', view } = useQuery()
  const market = useOtcMarket()
  // Coming back from the form reads the ad anew.
  const ad = useRead<Ad>(`otc-ad:${id}:${view ?? ''}`, () => request.read(otc.ad, { id }))
  if (ad.value !== null && view === 'edit' && ad.value.mine) return <EditPage ad={ad.value} />
  if (ad.value !== null && market.isKnown)
    return <LiveAd key={`${id}:${ad.value.rev}`} first={ad.value} market={market.value} />
  return (
    <Page title={t('titles.advert')}>
      <Unread read={ad} lines={6} height={64} />
    </Page>
  )
}

function LiveAd({ first, market }: { readonly first: Ad; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const services = useServices()
  const [isAsking, setIsAsking] = useState(false)
  const logic = useMemo(() => otcAdvertLogic(services), [services])
  const { copy: ad, failure, isBusy, isUnknown, act } = useEntity(logic, first)
  const may = (action: AdAction) => ad.mine && mayAdAct(ad, action)
  return (
    <Page
      title={t(ad.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: ad.currency_name })}
      {...(may('takeBack') && {
        footer: (
          <Steps ad={ad} may={may} failure={failure} isBusy={isBusy} act={act} onBack={() => setIsAsking(true)} />
        ),
      })}
    >
      <Stack gap={4} topPad={2} endPad={6}>
        {isUnknown && (
          <Banner kind="warning" icon="clock">
            {t('refusals:outcome_unknown')}
          </Banner>
        )}
        <Card as="section" gap={2} pad={4}>
          <Note tone={ad.status === 'on_shelf' ? 'done' : 2} role="status">
            {t(`adStatus.${ad.status}`)}
          </Note>
          <AdFacts ad={ad} market={market} />
          {ad.remark !== '' && (
            <Box as="p" pad={3} ground="well" round={2} breaks isPre>
              <b>{t('remark')}</b> {ad.remark}
            </Box>
          )}
        </Card>
        {ad.mine && <OrdersOfAd ad={ad} market={market} />}
        <Box lay="row" gap={2} wraps className={styles.actions}>
          <Button kind="quiet" onClick={() => go(`${otcPaths.otcOrders}?ad=${ad.id}`)}>
            {t('itsOrders')}
          </Button>
          {ad.mine && (
            <Button kind="quiet" icon="copy" onClick={() => go(`${otcPaths.otcAdverts}?view=publish&from=${ad.id}`)}>
              {t('adAct.copy')}
            </Button>
          )}
        </Box>
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('adAct.takeBack')}
        confirm={t('adAct.takeBack')}
        kind="danger"
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          act('takeBack')
        }}
      >
        {t('takeBackAsk')}
      </ConfirmDialog>
    </Page>
  )
}

type StepsProps = {
  readonly ad: Ad
  readonly may: (action: AdAction) => boolean
  readonly failure: Failure | null
  readonly isBusy: boolean
  readonly act: (action: AdAction) => void
  readonly onBack: () => void
}
function Steps({ ad, may, failure, isBusy, act, onBack }: StepsProps) {
  const { t } = useTranslation('otc')
  return (
    <Box lay="row" gap={2} wraps className={styles.actions}>
      <FormFailure failure={failure} />
      <Button kind="quiet" isBusy={isBusy} onClick={onBack}>
        {t('adAct.takeBack')}
      </Button>
      {may('putOff') && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => act('putOff')}>
          {t('adAct.putOff')}
        </Button>
      )}
      {may('putOn') && (
        <Button isBusy={isBusy} onClick={() => act('putOn')}>
          {t('adAct.putOn')}
        </Button>
      )}
      <Button
        kind={may('putOn') ? 'quiet' : 'primary'}
        isBusy={isBusy}
        onClick={() => go(`${otcPaths.otcAdvert}?id=${ad.id}&view=edit`)}
      >
        {t('adAct.edit')}
      </Button>
    </Box>
  )
}

type AdProps = { readonly ad: Ad; readonly market: OtcMarket | null }
function AdFacts({ ad, market }: AdProps) {
  const { t } = useTranslation('otc')
  const { time, change } = useNumbers()
  const { coin, fiat, price } = useOtcFormat(market)
  const name = ad.currency_name
  return (
    <Facts
      kind="tall"
      facts={[
        { name: t('unitPrice'), value: price(ad.price, ad.fiat), isStrong: true },
        ...(ad.margin === ''
          ? []
          : [{ name: t('floating'), value: t('toIndex', { change: change(signed(ad.margin)) }) }]),
        ...(ad.hours === ''
          ? []
          : [
              {
                name: t('hours.title'),
                value: [
                  shiftHours(ad.hours, localMinutes()).replace('-', ' – '),
                  t(ad.is_open ? 'hours.open' : 'hours.closed'),
                ].join(' · '),
              },
            ]),
        { name: t('total'), value: coin(ad.total_number, name) },
        { name: t('surplus'), value: coin(ad.surplus_number, name) },
        { name: t('locked'), value: coin(ad.locked_number, name) },
        { name: t('done'), value: coin(ad.done_number, name) },
        ...(ad.mine && ad.side === 'sell' ? [{ name: t('escrow'), value: coin(ad.escrow, name) }] : []),
        { name: t('limits'), value: `${fiat(ad.min_amount, ad.fiat)} – ${fiat(ad.max_amount, ad.fiat)}` },
        { name: t('way'), value: ad.ways.map((way) => t(`ways.${way}`)).join(' · ') },
        { name: t('payTime'), value: t('minutes', { count: ad.pay_minutes }) },
        copiedFact(t('adNo'), ad.ad_no),
        { name: t('orderTime'), value: time(ad.create_time) },
      ]}
    />
  )
}

/** The open orders of one of the caller's ads; nothing while there are none. */
function OrdersOfAd({ ad, market }: { readonly ad: Pick<Ad, 'id'>; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { orders } = useOpenOtcOrders()
  const { fiat } = useOtcFormat(market)
  const own = (orders ?? []).filter(({ ad_id }) => ad_id === ad.id)
  if (own.length === 0) return null
  return (
    <Section isCard title={t('openOrdersOfAd')} gap={2}>
      <Stack as="ul" gap={3}>
        {own.map(({ id, order_no, total_amount, fiat: code, status }) => (
          <li key={id}>
            <Link
              to={`${otcPaths.otcOrder}?id=${id}`}
            >{`${fiat(total_amount, code)} · ${t(`status.${status}`)} · ${order_no}`}</Link>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
