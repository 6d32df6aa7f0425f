import { otc } from '#contract/otc/otc.ts'
import type { OtcMarket, OtcOrder, OtcOrderWhy } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver, type OtcAction } from '#contract/otc/otc-steps.ts'
import { deadlineOf, endOf, isOverdue, mayNow, type OtcDetails } from '#machines/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEntity } from '#src/actors/use-entity.ts'
import { useRead } from '#src/actors/use-read.ts'
import { dropDraft } from '#src/lib/draft.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Link } from '#src/parts/link.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockButton } from './block-button.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderClock } from './order-clock.tsx'
import { OrderFacts, PayeeCard, Vouchers } from './order-facts.tsx'
import { Receipt } from './receipt.tsx'
import { RateBox } from './rate-box.tsx'
import { SplitBox } from './split-box.tsx'
import { Timeline } from './timeline.tsx'
import { useSeenOrder } from './use-away.ts'
import { otcOrderLogic } from './otc.actors.ts'
import styles from './otc.module.css'
import { useOtcMarket } from './use-otc.ts'

/** One order, live while it is open and as a record when it has ended. */
export function OrderPage() {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const { id = '' } = useQuery()
  const market = useOtcMarket()
  const order = useRead<OtcOrder>(`otc-order:${id}`, () => request.read(otc.order, { id }))
  if (order.value !== null && market.isKnown) return <LiveOrder key={id} first={order.value} market={market.value} />
  return (
    <Page title={t('titles.order')}>
      <Unread read={order} lines={6} height={72} />
    </Page>
  )
}

/** What a party did needs no telling to that party. */
const ownSteps: Readonly<Record<OtcOrder['my_role'], readonly OtcOrderWhy[]>> = {
  buyer: ['paid', 'undone', 'vouchers'],
  seller: ['confirmed'],
}
const stepOf = ({ status }: OtcOrder) => (status === 'to_be_paid' ? 1 : isOtcOrderOver({ status }) ? 3 : 2)

function LiveOrder({ first, market }: { readonly first: OtcOrder; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const services = useServices()
  const logic = useMemo(() => otcOrderLogic(services), [services])
  const { copy: order, now, failure, why, isBusy, isUnknown, act: step } = useEntity(logic, first)
  const may = mayNow({ copy: order, now })
  const isOver = isOtcOrderOver(order)
  const peer = order.my_role === 'buyer' ? order.seller : order.buyer
  const act = (action: OtcAction, details: OtcDetails = {}) => {
    step({ action, details })
    dropDraft(`otc-appeal-${order.id}`)
  }
  const before = useSeenOrder(order)
  const deadline = deadlineOf(order)
  const isLate = isOverdue({ copy: order, now })
  const word = `now.${order.my_role}.${isLate ? 'overdue' : order.status}` as const
  return (
    <Page
      title={t(order.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: order.currency_name })}
      isBroad
      {...(!isOver && {
        footer: <OrderActions order={order} market={market} may={may} isBusy={isBusy} failure={failure} act={act} />,
      })}
    >
      <div className={classes(styles.page, styles.order)}>
        <Stack gap={4} className={styles.part}>
          <ol className={styles.steps} aria-label={t('step', { n: stepOf(order), of: 3 })}>
            {[1, 2, 3].map((n) => (
              <li key={n} data-done={(order.status !== 'cancelled' && n <= stepOf(order)) || undefined} />
            ))}
          </ol>
          <Box as="section" lay="row" gap={4} justify="between" className={styles.now}>
            <div>
              <p className={styles.small}>
                {isOver ? '' : `${t('step', { n: stepOf(order), of: 3 })} · `}
                {t('orderWith', { no: order.order_no, name: peer.nickname })}
              </p>
              <div role="status">
                <h2>
                  {isOver
                    ? t(`ended.${order.status === 'confirmed' ? 'done' : 'cancelled'}.${endOf(order) ?? 'them'}`)
                    : t(`${word}.title`)}
                </h2>
              </div>
              {!isOver && <p>{t(`${word}.text`, { name: peer.nickname, real: peer.real_name })}</p>}
            </div>
            {deadline !== null && (
              <OrderClock
                deadlineMs={deadline}
                startMs={order.status === 'to_be_paid' ? order.create_ms : (order.paid_ms ?? order.create_ms)}
              />
            )}
          </Box>
          {before !== null && why === null && (
            <Banner icon="history">{t('away.before', { status: t(`status.${before}`) })}</Banner>
          )}
          {why !== null && !ownSteps[order.my_role].includes(why) && <Banner icon="info">{t(`why.${why}`)}</Banner>}
          {order.moved_ms > 0 && (
            <Banner icon="clock">{t('outageMoved', { count: Math.round(order.moved_ms / 60_000) })}</Banner>
          )}
          {isUnknown && (
            <Banner kind="warning" icon="clock">
              {t('refusals:outcome_unknown')}
            </Banner>
          )}
          {!isOver && <LockBanner stops="change" usesPin={order.my_role === 'seller'} />}
          {order.status === 'cancelled' && order.my_role === 'buyer' && (
            <Banner kind="warning" icon="warning" action={<Link to={newsPaths.helpChat}>{t('cancelledPaid')}</Link>}>
              {t('cancelledPay', { name: peer.nickname })}
            </Banner>
          )}
          {order.ruling !== null && (
            <Banner icon="shield">
              {t(`ruledFor.${order.ruling.to === order.my_role ? 'you' : 'them'}`, { reason: order.ruling.reason })}
            </Banner>
          )}
        </Stack>
        <Stack gap={4} className={styles.part} data-part="talk">
          <Link to={chatPaths.chattingWith(peer.chat_user_id)} className={styles.chat}>
            <Icon name="chat" />
            <span>
              <b>{t('chatWith', { name: peer.nickname })}</b>
              <small>{t(isOver ? 'chatOver' : 'chatNote')}</small>
            </span>
          </Link>
          <SplitBox order={order} market={market} may={may} isBusy={isBusy} act={act} />
          {isOver && <Receipt order={order} market={market} />}
        </Stack>
        <Stack gap={4} className={styles.part} data-part="facts">
          <OrderFacts order={order} market={market} />
          <PayeeCard order={order} />
          {order.status === 'to_be_paid' && order.my_role === 'buyer' && (
            <Banner kind="warning" icon="warning">
              {t('warnPay', { mine: order.buyer.real_name, theirs: order.seller.real_name })}
            </Banner>
          )}
          {!isOver && order.status !== 'to_be_paid' && order.my_role === 'seller' && (
            <Banner kind="warning" icon="warning">
              {t('warnRelease', { name: order.buyer.real_name })}
            </Banner>
          )}
          {order.payment_vouchers.length > 0 && <Vouchers title={t('vouchers')} urls={order.payment_vouchers} />}
        </Stack>
        <Stack gap={4} className={styles.part} data-part="past">
          <Timeline order={order} />
          {isOver && <RateBox order={order} />}
          {isOver && <BlockButton who={{ order_id: order.id }} name={peer.nickname} isBlocked={false} />}
          {isOver && <FormFailure failure={failure} />}
        </Stack>
      </div>
    </Page>
  )
}
