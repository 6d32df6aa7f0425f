import { deposit } from '#contract/wallet/deposit.ts'
import { isDemoAddress } from '#contract/market/market-address.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyReview } from './money-review.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { AddressCard } from './address-card.tsx'
import { MoneyField, picturesIn, ProofField, useFault } from './form-parts.tsx'
import { NetworkChoice } from './network-choice.tsx'
import { openNetworks, useCoins, type OwnCoin } from './use-coins.ts'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

/** One coin's address on each of its networks, and the form that tells of a deposit. */
export function ChargePage() {
  const { t } = useTranslation('wallet')
  const { currency } = useQuery()
  const { value, failure, isBusy, refresh } = useCoins()
  const coin = value?.left.find(({ id }) => String(id) === currency)
  const title = coin === undefined ? t('titles.deposit') : t('deposit.titleOf', { coin: coin.name })
  return (
    <Page
      title={title}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('deposits'))} />
      }
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={5} height={64} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value !== null && (coin === undefined || openNetworks(coin).length === 0) && (
          <Empty text={t('deposit.closed')} icon="deposit">
            <Button kind="quiet" onClick={() => go(depositPaths.deposit, { replace: true })}>
              {t('deposit.others')}
            </Button>
          </Empty>
        )}
        {coin !== undefined && openNetworks(coin).length > 0 && <Charge key={coin.id} coin={coin} />}
      </div>
    </Page>
  )
}

function Charge({ coin }: { readonly coin: OwnCoin }) {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const shown = useNumbers()
  const networks = openNetworks(coin)
  const [wished, setWished] = useState(networks[0]?.name ?? '')
  const { value, failure, isBusy, refresh } = useRead(`addresses.${coin.id}`, (signal) =>
    request.read(deposit.addresses, { currency: coin.id }, { signal }),
  )
  const addresses: ReadonlyMap<string, unknown> = new Map(Object.entries(value ?? {}))
  const address = addresses.get(wished)
  const isDemo = typeof address === 'string' && isDemoAddress(address)
  const network = networks.find(({ name }) => name === wished)
  return (
    <>
      <NetworkChoice coin={coin} networks={networks} value={wished} onChange={setWished} />
      {value === null &&
        (failure === null ? (
          <Skeleton lines={1} height={360} />
        ) : (
          <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
        ))}
      {typeof address === 'string' && <AddressCard address={address} network={wished} coin={coin.name} />}
      <Banner kind="warning" icon="warning">
        {!isDemo && t('deposit.only', { coin: coin.name, network: wished })}{' '}
        {network !== undefined &&
          t('deposit.under', { amount: shown.sum(network.deposit_min, coin.name), coin: coin.name })}
      </Banner>
      {network !== undefined && <ChargeForm coin={coin} network={network} />}
    </>
  )
}

function ChargeForm({ coin, network }: { readonly coin: OwnCoin; readonly network: OwnCoin['networks'][number] }) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const shown = useNumbers()
  const form = useForm({
    draft: `deposit.${coin.id}`,
    first: { amount: '', account: '', imgs: '' },
    check: ({ amount, imgs }) => ({
      amount: amountFault(tidyDecimal(amount), { min: network.deposit_min }),
      imgs: picturesIn(imgs).length === 0 ? 'refusals:proof_required' : null,
    }),
  })
  const fault = useFault(form)
  const [sending, setSending] = useState(0)
  const { texts } = form
  const review = useMoneyForm(deposit.charge, form)
  const money = shown.money(tidyDecimal(texts.amount) || '0', coin.name)
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('deposit.tell')}
      onSubmit={form.submit(review.open)}
    >
      <h2 className={styles.title}>{t('deposit.tell')}</h2>
      <p className={styles.note}>{t('deposit.tellWhy')}</p>
      <LockBanner stops="change" />
      <MoneyField
        form={form}
        name="amount"
        label={t('deposit.sent')}
        unit={coin.name}
        scale={coin.decimal_scale}
        params={{ min: shown.sum(network.deposit_min, coin.name, 'cost') }}
      />
      <FormField
        form={form}
        name="account"
        label={t('deposit.sender')}
        hint={t('optional')}
        autoComplete="off"
        maxLength={128}
      />
      <ProofField
        links={form.texts.imgs}
        onChange={(links) => form.set('imgs', links)}
        error={fault('imgs')}
        onPending={setSending}
      />
      <MoneyReview
        failure={form.failure}
        isHeld={sending > 0}
        review={review}
        button={t('deposit.review')}
        title={t('deposit.review')}
        rows={[
          { name: t('amount'), value: money, isStrong: true },
          { name: t('network'), value: network.name },
          ...(texts.account.trim() === '' ? [] : [{ name: t('deposit.sender'), value: texts.account.trim() }]),
          { name: t('proof'), value: String(picturesIn(texts.imgs).length) },
          { name: t('deposit.credited'), value: t('accountSpot') },
        ]}
        confirm={t('deposit.confirm')}
        onConfirm={() =>
          review.send({
            currency: coin.id,
            amount: tidyDecimal(texts.amount),
            account: texts.account.trim(),
            netType: network.name,
            imgs: [...picturesIn(texts.imgs)],
          })
        }
        doneTitle={t('deposit.done')}
        done={<p>{t('deposit.doneText')}</p>}
        next={assetsPaths.recordsShowing('deposits')}
      />
    </form>
  )
}
