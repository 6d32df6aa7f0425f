import { Section } from '#src/ui/section.tsx'
import { compareDec } from '#contract/wire/money.ts'
import { otc } from '#contract/otc/otc.ts'
import type { Merchant, OtcBlocked } from '#contract/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useGate } from '#src/parts/form/use-gate.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import { BlockButton } from './block-button.tsx'
import { MerchantLine, Rating } from './merchant-line.tsx'
import { OtcPage } from './otc-page.tsx'
import styles from './otc.module.css'
import { useOwnMerchant } from './use-otc.ts'
import { Paged } from '#src/parts/paged.tsx'

const MerchantAds = lazy(async () => ({ default: (await import('./merchant-ads.tsx')).MerchantAds }))

/** A merchant: the own standing with its deposit, or what anybody may know of another one. */
export function MerchantPage() {
  const { user } = useQuery()
  return user !== undefined && /^[1-9]\d{0,14}$/.test(user) ? <OtherPage user={Number(user)} /> : <OwnPage />
}

function OtherPage({ user }: { readonly user: number }) {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const read = useRead<Merchant>(`otc-merchant:${user}`, () => request.read(otc.agent, { user_id: user }))
  return (
    <Page title={t('titles.merchant')} isBroad onRefresh={read.refresh}>
      <Loaded read={read} lines={4} height={72}>
        {(merchant) => (
          <Stack gap={4} topPad={2} endPad={6} className={styles.merchant}>
            <Stack gap={4} isTop>
              <Card as="section" gap={2} pad={4}>
                <MerchantLine merchant={merchant} />
                <Record merchant={merchant} />
              </Card>
              <BlockButton
                key={String(merchant.is_blocked)}
                who={{ user_id: user }}
                name={merchant.nickname}
                isBlocked={merchant.is_blocked}
              />
            </Stack>
            <Stack gap={4} isTop>
              <Suspense>
                <MerchantAds user={user} />
              </Suspense>
              <MerchantWords user={user} />
            </Stack>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** Nobody has traded with them yet: all of nothing is no record. */
const isUntried = ({ done_count, finish_rate }: Merchant) => done_count === 0 && compareDec(finish_rate, '100') === 0
/** How somebody has traded so far, as the venue counts it. */
function Record({ merchant, more = [] }: { readonly merchant: Merchant; readonly more?: readonly Fact[] }) {
  const { t } = useTranslation('otc')
  const { exact, percent, time } = useNumbers()
  const pace = (seconds: number) => (seconds === 0 ? '—' : t('minutes', { count: minutes(seconds) }))
  return (
    <Facts
      kind="tall"
      facts={[
        ...more,
        { name: t('since'), value: merchant.since_time === null ? '—' : time(merchant.since_time) },
        { name: t('ordersDone'), value: exact(String(merchant.done_count)) },
        { name: t('ordersDone30'), value: exact(String(merchant.done_30d)) },
        { name: t('finishRate'), value: isUntried(merchant) ? '—' : percent(merchant.finish_rate, 1) },
        ...(merchant.rating_good === null
          ? []
          : [
              {
                name: t('rate.received'),
                value: t('rate.share', {
                  rate: percent(merchant.rating_good, 0).slice(0, -1),
                  count: merchant.rating_count,
                }),
              },
            ]),
        { name: t('avgPay'), value: pace(merchant.avg_pay_s) },
        { name: t('avgRelease'), value: pace(merchant.avg_release_s) },
      ]}
    />
  )
}

function OwnPage() {
  const { t } = useTranslation('otc')
  const read = useOwnMerchant()
  return (
    <OtcPage title={t('titles.merchant')} here="merchant" onRefresh={read.refresh}>
      <Loaded read={read} lines={5} height={72}>
        {(merchant) => <Own merchant={merchant} onMoved={() => void read.refresh()} />}
      </Loaded>
    </OtcPage>
  )
}

const pinLength = 6
const minutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))

/** Paying the deposit and having it back. */
function useBail(merchant: Merchant, onMoved: () => void) {
  const [open, setOpen] = useState<'bail' | 'refund' | null>(null)
  const [pin, setPin] = useState('')
  const bail = useSubmit(otc.bail, {
    onDone: () => {
      setOpen(null)
      setPin('')
      onMoved()
    },
  })
  const refund = useSubmit(otc.refund, { onDone: onMoved })
  useOnValue(bail.isBusy ? null : bail.failure, (failure) => {
    setPin('')
    if (gate.heard(failure)) setOpen(null)
  })
  const { bail_required, bail_currency_id, may } = merchant
  const cost = { currency: bail_currency_id ?? baseCoin.id, name: baseCoin.name, amount: bail_required ?? '0' }
  const gate = useGate({
    stops: 'trade',
    kyc: 'otc_publish',
    usesPin: true,
    funds: may.includes('bail') ? cost : null,
  })
  return { bail, refund, gate, open, setOpen, pin, setPin }
}

type BailSheetProps = {
  readonly merchant: Merchant
  readonly state: ReturnType<typeof useBail>
  readonly sum: string
}
function BailSheet({ merchant: { bail_status }, state, sum }: BailSheetProps) {
  const { t } = useTranslation('otc')
  const { bail, open, setOpen, pin, setPin } = state
  return (
    <Sheet
      title={t('bail.title')}
      isOpen={open === 'bail'}
      isHeld={bail.isBusy}
      onClose={() => setOpen(null)}
      footer={
        <Button
          isWide
          size="l"
          isBusy={bail.isBusy}
          disabled={pin.length < pinLength}
          onClick={() =>
            bail.send({
              pay_password: pin,
              ...(bail_status !== null && bail_status !== 'held' && { expect: bail_status }),
            })
          }
        >
          {t('bail.pay', { sum })}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={6}>
        <p>{t('bail.ask', { sum })}</p>
        <FundPassword value={pin} onChange={setPin} />
        <FormFailure failure={bail.failure} />
      </Stack>
    </Sheet>
  )
}

function Own({ merchant, onMoved }: { readonly merchant: Merchant; readonly onMoved: () => void }) {
  const { t } = useTranslation('otc')
  const { exact, money } = useNumbers()
  const state = useBail(merchant, onMoved)
  const { refund, gate, open, setOpen } = state
  const { bail_status, bail_amount, bail_required } = merchant
  const sum = money((bail_status === 'held' ? bail_amount : bail_required) ?? '0', baseCoin.name)
  const status = bail_status ?? 'none'
  return (
    <Stack gap={4} topPad={2} endPad={6} className={styles.merchant}>
      <Stack gap={4} isTop>
        <GateCard gate={gate} />
        <Card as="section" gap={2} pad={4}>
          <MerchantLine merchant={merchant} />
          <Note tone={status === 'held' ? 'done' : 2} role="status">
            {t(`bail.${status}`)}
          </Note>
          <Note>{t('bail.text', { sum })}</Note>
          <Record
            merchant={merchant}
            more={[
              { name: t('bail.amount'), value: sum, isStrong: true },
              { name: t('openAds'), value: exact(String(merchant.open_ads ?? 0)) },
              { name: t('openOrders'), value: exact(String(merchant.open_orders ?? 0)) },
            ]}
          />
        </Card>
        <FormFailure failure={refund.failure} />
        <OwnActs merchant={merchant} state={state} sum={sum} />
      </Stack>
      <Stack gap={4} isTop>
        <MerchantWords user={merchant.user_id} />
        <BlockedPeople />
      </Stack>
      <BailSheet merchant={merchant} state={state} sum={sum} />
      <ConfirmDialog
        isOpen={open === 'refund'}
        title={t('bail.refund')}
        confirm={t('bail.refund')}
        onClose={() => setOpen(null)}
        onConfirm={() => {
          setOpen(null)
          refund.send({ expect: 'held' })
        }}
      >
        {t('bail.refundAsk', { sum })}
      </ConfirmDialog>
    </Stack>
  )
}

/** Paying the deposit, posting an ad, and having the deposit back. */
function OwnActs({ merchant: { may, bail_status }, state: { bail, refund, gate, setOpen }, sum }: BailSheetProps) {
  const { t } = useTranslation('otc')
  return (
    <>
      <Box lay="row" gap={2} wraps className={styles.actions}>
        {may.includes('bail') && (
          <Button isWide size="l" isBusy={bail.isBusy} onClick={() => gate.pass(() => setOpen('bail'))}>
            {t('bail.pay', { sum })}
          </Button>
        )}
        {may.includes('publish') && (
          <Button isWide size="l" onClick={() => go(`${otcPaths.otcAdverts}?view=publish`)}>
            {t('publish')}
          </Button>
        )}
        {bail_status === 'held' && (
          <Button
            kind="quiet"
            isBusy={refund.isBusy}
            disabled={!may.includes('refund')}
            onClick={() => setOpen('refund')}
          >
            {t('bail.refund')}
          </Button>
        )}
      </Box>
      {bail_status === 'held' && !may.includes('refund') && <Note>{t('refusals:bail_in_use')}</Note>}
    </>
  )
}

/** What others have said of this person after an order. */
function MerchantWords({ user }: { readonly user: number }) {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const { time } = useNumbers()
  return (
    <Section isCard title={t('rate.all')} gap={2}>
      <Paged
        read={(asked) => request.read(otc.ratings, { user_id: user, ...asked })}
        size={10}
        keyOf={({ id }) => id}
        empty={{ text: t('rate.none') }}
        render={({ by, is_good, word, create_time }) => (
          <Rating by={by} isGood={is_good} word={word} at={time(create_time)} />
        )}
      />
    </Section>
  )
}

/** The people whom the caller has blocked; nothing while there are none. */
function BlockedPeople() {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const read = useRead<readonly OtcBlocked[]>('otc-blocked', async () => {
    const reply = await request.read(otc.blocked, { limit: 100 })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  if (read.value === null || read.value.length === 0) return null
  return (
    <Section isCard title={t('block.all')} gap={2}>
      <Stack as="ul" gap={3}>
        {read.value.map(({ user_id, nickname }) => (
          <li key={user_id}>
            <BlockButton who={{ user_id }} name={nickname} isBlocked onDone={() => void read.refresh()} />
          </li>
        ))}
      </Stack>
    </Section>
  )
}
