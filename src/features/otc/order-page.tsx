import { otc } from '#contract/otc/otc.ts'
import type { OtcMarket, OtcOrder, OtcOrderWhy } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver, type OtcAction } from '#contract/otc/otc-steps.ts'
import { deadlineOf, endOf, isOverdue, mayNow, type OtcDetails } from '#machines/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEntity } from '#src/actors/use-entity.ts'
import { useRead } from '#src/actors/use-read.ts'
import { dropDraft } from '#src/lib/draft.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { formatTime } from '#src/lib/format.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { AskedNote } from '#src/parts/asked-note.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { Link } from '#src/parts/link.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useMemo, type ReactNode } from 'react'
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

type PageProps = {
  /** The chat with the other side, where it stands beside an open order. */
  readonly talk?: (user: string, name: string) => ReactNode
}
/** One order, live while it is open and as a record when it has ended. */
export function OrderPage({ talk }: PageProps) {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const { id = '' } = useQuery()
  const market = useOtcMarket()
  const order = useRead<OtcOrder>(`otc-order:${id}`, () => request.read(otc.order, { id }))
  if (order.value !== null && market.isKnown)
    return <LiveOrder key={id} first={order.value} market={market.value} {...(talk && { talk })} />
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

type LiveProps = PageProps & { readonly first: OtcOrder; readonly market: OtcMarket | null }
function LiveOrder({ first, market, talk }: LiveProps) {
  const { t } = useTranslation('otc')
  const services = useServices()
  const logic = useMemo(() => otcOrderLogic(services), [services])
  const { copy: order, now, failure, why, isBusy, isUnknown, act: step } = useEntity(logic, first)
  const may = mayNow({ copy: order, now })
  const isOver = isOtcOrderOver(order)
  const peer = peerOf(order)
  const act = (action: OtcAction, details: OtcDetails = {}) => {
    step({ action, details })
    dropDraft(`otc-appeal-${order.id}`)
  }
  return (
    <Page
      title={t(order.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: order.currency_name })}
      isBroad
      {...((!isOver || may.length > 0) && {
        footer: <OrderActions order={order} market={market} may={may} isBusy={isBusy} failure={failure} act={act} />,
      })}
    >
      <Stack gap={4} topPad={2} endPad={6} className={styles.order}>
        <Stack gap={4} isTop>
          <Now order={order} now={now} />
          <Notes order={order} why={why} isUnknown={isUnknown} mayClaim={isOver && may.includes('appeal')} />
        </Stack>
        <Stack gap={4} isTop data-part="talk">
          {talk === undefined || isOver ? <TalkLink order={order} /> : talk(peer.chat_user_id, peer.nickname)}
          <SplitBox order={order} market={market} may={may} isBusy={isBusy} act={act} />
          {isOver && <Receipt order={order} market={market} />}
        </Stack>
        <Stack gap={4} isTop data-part="facts">
          <OrderFacts order={order} market={market} />
          <PayeeCard order={order} />
          <NameWarning order={order} />
          {order.payment_vouchers.length > 0 && <Vouchers title={t('vouchers')} urls={order.payment_vouchers} />}
        </Stack>
        <Stack gap={4} isTop data-part="past">
          <Timeline order={order} />
          {isOver && <RateBox order={order} />}
          {isOver && <BlockButton who={{ order_id: order.id }} name={peer.nickname} isBlocked={false} />}
          {isOver && may.length === 0 && <FormFailure failure={failure} />}
        </Stack>
      </Stack>
    </Page>
  )
}

const peerOf = ({ my_role, seller, buyer }: OtcOrder) => (my_role === 'buyer' ? seller : buyer)
type OrderProps = { readonly order: OtcOrder }

/** How far the order is, what is to be done now, and until when. */
function Now({ order, now }: OrderProps & { readonly now: number | null }) {
  const { t } = useTranslation('otc')
  const peer = peerOf(order)
  const isOver = isOtcOrderOver(order)
  const deadline = deadlineOf(order)
  const word = `now.${order.my_role}.${isOverdue({ copy: order, now }) ? 'overdue' : order.status}` as const
  return (
    <>
      <ol className={styles.steps} aria-label={t('step', { n: stepOf(order), of: 3 })}>
        {[1, 2, 3].map((n) => (
          <li key={n} data-done={(order.status !== 'cancelled' && n <= stepOf(order)) || undefined} />
        ))}
      </ol>
      <Box as="section" lay="row" gap={4} align="start" justify="between">
        <div>
          <Note>
            {isOver ? '' : `${t('step', { n: stepOf(order), of: 3 })} · `}
            {t('orderWith', { no: order.order_no, name: peer.nickname })}
          </Note>
          <div role="status">
            <Box as="h2" size={5}>
              {isOver
                ? t(`ended.${order.status === 'confirmed' ? 'done' : 'cancelled'}.${endOf(order) ?? 'them'}`)
                : t(`${word}.title`)}
            </Box>
          </div>
          {!isOver && (
            <Box as="p" tone={2}>
              {t(`${word}.text`, { name: peer.nickname, real: peer.real_name })}
            </Box>
          )}
        </div>
        {deadline !== null && (
          <OrderClock
            deadlineMs={deadline}
            startMs={order.status === 'to_be_paid' ? order.create_ms : (order.paid_ms ?? order.create_ms)}
          />
        )}
      </Box>
    </>
  )
}

type NotesProps = OrderProps & {
  readonly why: OtcOrderWhy | null
  readonly isUnknown: boolean
  /** Its buyer may still say that the money was sent. */
  readonly mayClaim: boolean
}
/** What has happened to the order, and what is to be known of it. */
function Notes({ order, why, isUnknown, mayClaim }: NotesProps) {
  const { t } = useTranslation('otc')
  const before = useSeenOrder(order)
  const { my_role, status, moved_ms, ruling } = order
  return (
    <>
      {before !== null && why === null && (
        <Banner icon="history">{t('away.before', { status: t(`status.${before}`) })}</Banner>
      )}
      {why !== null && !ownSteps[my_role].includes(why) && <Banner icon="info">{t(`why.${why}`)}</Banner>}
      {moved_ms > 0 && <Banner icon="clock">{t('outageMoved', { count: Math.round(moved_ms / 60_000) })}</Banner>}
      {isUnknown && (
        <Banner kind="warning" icon="clock">
          {t('refusals:outcome_unknown')}
        </Banner>
      )}
      {!isOtcOrderOver(order) && order.appeals.length > 0 && <AskedNote kind="appeal" id={order.id} />}
      {!isOtcOrderOver(order) && <LockBanner stops="change" usesPin={my_role === 'seller'} />}
      {status === 'cancelled' && my_role === 'buyer' && (
        <Banner
          kind="warning"
          icon="warning"
          {...(!mayClaim && { action: <Link to={newsPaths.helpChat}>{t('cancelledPaid')}</Link> })}
        >
          {t('cancelledPay', { name: peerOf(order).nickname })}
          {mayClaim && ` ${t('late.until', { time: formatTime(order.late_until_ms ?? 0) })}`}
        </Banner>
      )}
      {ruling !== null && (
        <Banner icon="shield">
          {t(`ruledFor.${ruling.to === my_role ? 'you' : 'them'}`, { reason: ruling.reason })}
        </Banner>
      )}
    </>
  )
}

function TalkLink({ order }: OrderProps) {
  const { t } = useTranslation('otc')
  const { chat_user_id, nickname } = peerOf(order)
  return (
    <Link to={chatPaths.chattingWith(chat_user_id)} lay="row" gap={3} pad={3} align="center" line="around" round={2}>
      <Icon name="chat" />
      <Stack as="span" gap={1}>
        <b>{t('chatWith', { name: nickname })}</b>
        <small>{t(isOtcOrderOver(order) ? 'chatOver' : 'chatNote')}</small>
      </Stack>
    </Link>
  )
}

/** Money goes only between the names that stand here. */
function NameWarning({ order }: OrderProps) {
  const { t } = useTranslation('otc')
  const { status, my_role, buyer, seller } = order
  const text =
    status === 'to_be_paid' && my_role === 'buyer'
      ? t('warnPay', { mine: buyer.real_name, theirs: seller.real_name })
      : !isOtcOrderOver(order) && status !== 'to_be_paid' && my_role === 'seller'
        ? t('warnRelease', { name: buyer.real_name })
        : null
  if (text === null) return null
  return (
    <Banner kind="warning" icon="warning">
      {text}
    </Banner>
  )
}
