import { Box, Note, Stack } from '#src/ui/box.tsx'
import { deposit, type DepositNetwork } from '#contract/wallet/deposit.ts'
import { allOf, useCall } from '#src/actors/use-call.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { useQuery, go } from '#src/lib/hash-location.ts'
import { IconButton, Button } from '#src/ui/button.tsx'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Empty } from '#src/ui/empty.tsx'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { isDemoAddress } from '#contract/market/market-demo.ts'
import { Banner } from '#src/ui/banner.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useTranslation } from 'react-i18next'
import { Page } from '#src/ui/page.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { useCoins, type Say, type OwnCoin } from './use-coins.ts'
import { proofFault, picturesIn, ProofField } from './form-parts.tsx'
import { useState } from 'react'
import { NetworkChoice } from './network-choice.tsx'
import { AddressCard } from './address-card.tsx'

/** One coin's address on each of its networks, and the form that tells of a deposit. */
export function ChargePage() {
  const { t } = useTranslation('wallet')
  const { currency } = useQuery()
  const coins = useCoins()
  const ways = useCall(
    deposit.networks,
    Number.isSafeInteger(Number(currency)) && Number(currency) > 0 ? { currency: Number(currency) } : {},
  )
  const coin = coins.value?.left.find(({ id }) => String(id) === currency)
  const title = coin === undefined ? t('titles.deposit') : t('deposit.titleOf', { coin: coin.name })
  return (
    <Page
      title={title}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('deposits'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Loaded read={allOf({ coins, ways })} lines={5} height={64}>
          {({ ways: { list } }) => {
            const open = coin === undefined ? [] : list.filter((each) => each.currency === coin.id)
            return coin === undefined || open.length === 0 ? (
              <Empty text={t('deposit.closed')} icon="deposit">
                <Button kind="quiet" onClick={() => go(depositPaths.deposit, { replace: true })}>
                  {t('deposit.others')}
                </Button>
              </Empty>
            ) : (
              <Charge key={coin.id} coin={coin} ways={open} />
            )
          }}
        </Loaded>
      </Stack>
    </Page>
  )
}

function Charge({ coin, ways }: { readonly coin: OwnCoin; readonly ways: readonly DepositNetwork[] }) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const shown = useNumbers()
  const networks = coin.networks.filter(({ name }) => ways.some(({ network }) => network === name))
  const [wished, setWished] = useState(networks[0]?.name ?? '')
  const known = ways.find((each) => each.network === wished)
  // An address is given when its network is looked at, and stays.
  const isLacking = known !== undefined && known.address === null && !known.is_exhausted
  const given = useCall(deposit.networks, isLacking ? { currency: coin.id, network: wished } : null)
  const way = given.value?.list.find((each) => each.network === wished) ?? known
  const network = networks.find(({ name }) => name === wished)
  const address = way?.address ?? null
  return (
    <>
      <NetworkChoice coin={coin} networks={networks} value={wished} onChange={setWished} />
      {address === null && isLacking && given.value === null ? (
        <Loaded read={given} lines={1} height={360}>
          {() => null}
        </Loaded>
      ) : address === null ? (
        <Banner kind="warning" icon="warning">
          {t('refusals:pool_empty')}
        </Banner>
      ) : (
        <>
          <AddressCard address={address} network={wished} coin={coin.name} memo={way?.memo ?? null} />
          <Banner kind="warning" icon="warning">
            {!isDemoAddress(address) && t('deposit.only', { coin: coin.name, network: wished })}{' '}
            {way !== undefined && t('deposit.under', { amount: shown.sum(way.min, coin.name), coin: coin.name })}{' '}
            {way !== undefined &&
              way.fee !== '0' &&
              t('deposit.fee', { amount: shown.exact(way.fee), coin: coin.name })}
          </Banner>
          {way?.is_watched ? (
            <Note isLoose>{t('deposit.watched')}</Note>
          ) : (
            network !== undefined && <ChargeForm coin={coin} network={network} />
          )}
        </>
      )}
    </>
  )
}

type Live = {
  readonly coin: OwnCoin
  readonly network: OwnCoin['networks'][number]
  readonly t: Say
  readonly shown: Numbers
}
const chargeForm = moneyForm<Live>()({
  call: deposit.charge,
  draft: ({ coin }) => `deposit.${coin.id}`,
  fields: () => ({ amount: '', account: '', imgs: '' }),
  sums: ({ amount, account, imgs }) => ({
    amount: tidyDecimal(amount),
    account: account.trim(),
    imgs: picturesIn(imgs),
  }),
  faults: ({ texts, sums: { amount }, live: { network } }) => ({
    amount: amountFault(amount, { min: network.deposit_min }),
    imgs: proofFault(texts.imgs),
  }),
  input: ({ sums, live: { coin, network } }) => ({ currency: coin.id, netType: network.name, ...sums }),
  review: ({ sums: { amount, account, imgs }, live: { coin, network, t, shown } }) => ({
    title: t('deposit.review'),
    rows: [
      { name: t('amount'), value: shown.money(amount || '0', coin.name), isStrong: true },
      { name: t('network'), value: network.name },
      ...(account === '' ? [] : [{ name: t('deposit.sender'), value: account }]),
      { name: t('proof'), value: String(imgs.length) },
      { name: t('deposit.credited'), value: t('accountSpot') },
    ],
    confirm: t('deposit.confirm'),
    doneTitle: t('deposit.done'),
    done: <p>{t('deposit.doneText')}</p>,
    next: assetsPaths.recordsShowing('deposits'),
  }),
})

function ChargeForm({ coin, network }: Pick<Live, 'coin' | 'network'>) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const [sending, setSending] = useState(0)
  const form = useMoneyForm(chargeForm, { coin, network, t, shown })
  const { fields } = form
  return (
    <MoneyPage form={form} label={t('deposit.tell')} isHeld={sending > 0} button={t('deposit.review')}>
      <Box as="h2" topPad={2} size={4}>
        {t('deposit.tell')}
      </Box>
      <Note isLoose>{t('deposit.tellWhy')}</Note>
      <LockBanner stops="change" />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('deposit.sent')}
        unit={coin.name}
        scale={coin.decimal_scale}
        bounds={{ min: network.deposit_min }}
      />
      <FormField
        form={fields}
        name="account"
        label={t('deposit.sender')}
        hint={t('optional')}
        autoComplete="off"
        maxLength={128}
      />
      <ProofField fields={fields} onPending={setSending} />
    </MoneyPage>
  )
}
