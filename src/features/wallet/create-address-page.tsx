import { Unread } from '#src/parts/loaded.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { addressOn } from '#contract/market/market-address.ts'
import { useBackPath } from '#src/lib/back-path.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { codeFault, fundPasswordFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useScan } from '#src/parts/scan/use-scan.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addressIn } from './scanned-address.ts'
import { useAddress } from './use-address.ts'
import { openNetworks, useCoins, type OwnCoin } from './use-coins.ts'
import styles from './wallet.module.css'

/** Adds an address to the book. */
export function CreateAddressPage() {
  const { t } = useTranslation('wallet')
  const { value, ...read } = useCoins()
  const coins = value?.left.filter((coin) => openNetworks(coin).length > 0) ?? []
  return (
    <Page title={t('titles.addAddress')}>
      <div className={styles.page}>
        {value === null && <Unread read={read} lines={5} height={64} />}
        {coins.length > 0 && <AddressForm coins={coins} />}
      </div>
    </Page>
  )
}

function AddressForm({ coins }: { readonly coins: readonly OwnCoin[] }) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const faultText = useFaultText()
  const back = useBackPath()
  const { currency } = useQuery()
  const first = coins.find(({ id }) => String(id) === currency) ?? coins[0]
  const coinOf = (id: string) => coins.find((coin) => String(coin.id) === id)
  const networkIn = (id: string, name: string) =>
    openNetworks(coinOf(id) ?? { networks: [] }).find((each) => each.name === name)
  const form = useForm({
    draft: 'address',
    first: {
      coin: String(first?.id ?? ''),
      network: openNetworks(first ?? { networks: [] })[0]?.name ?? '',
      address: '',
      notes: '',
      code: '',
      pin: '',
    },
    secrets: ['code', 'pin'],
    check: ({ coin, network, address, code, pin }) => ({
      network: networkIn(coin, network) === undefined ? 'refusals:network_unknown' : null,
      address:
        address.trim() === ''
          ? 'refusals:address_required'
          : addressOn(network, address) === null
            ? 'refusals:address_malformed'
            : null,
      pin: fundPasswordFault(pin),
      code: codeFault(code),
    }),
    fieldOf: () => ({
      address_required: 'address',
      address_malformed: 'address',
      address_taken: 'address',
      network_unknown: 'network',
      code_required: 'code',
      code_wrong: 'code',
      code_expired: 'code',
      code_too_many: 'code',
      pay_password_required: 'pin',
      pay_password_malformed: 'pin',
      pay_password_wrong: 'pin',
      pay_password_locked: 'pin',
    }),
  })
  const { texts } = form
  const entry = useAddress(null, () => {
    form.drop()
    toast('wallet:address.added')
    go(back ?? withdrawPaths.addresses, { replace: true })
  })
  useOnValue(entry.failure, form.refuse)
  const { isEditing, onCode } = entry
  useEffect(() => onCode(texts.code), [texts.code, isEditing, onCode])
  const scan = useScan({
    hint: t('address.scanHint'),
    onFound: (text) => {
      form.set('address', addressIn(text))
      form.touch('address')
    },
  })
  const written = addressOn(texts.network, texts.address)
  return (
    <Stack
      as="form"
      gap={2}
      ref={form.form}
      noValidate
      aria-label={t('titles.addAddress')}
      onSubmit={form.submit(({ coin, network, address, notes, code, pin }) => {
        entry.add({
          currency_id: Number(coin),
          netType: network,
          address: address.trim(),
          notes: notes.trim(),
          code: code.trim(),
          pay_password: pin,
        })
      })}
    >
      {scan.sheet}
      <LockBanner stops="change" usesPin />
      <Select
        label={t('coin')}
        value={texts.coin}
        options={coins.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(coin) => {
          form.set('coin', coin)
          form.set('network', openNetworks(coinOf(coin) ?? { networks: [] })[0]?.name ?? '')
        }}
      />
      <Select
        label={t('network')}
        value={texts.network}
        options={openNetworks(coinOf(texts.coin) ?? { networks: [] }).map(({ name }) => ({ value: name, label: name }))}
        onChange={(network) => form.set('network', network)}
        error={faultText(form.faultOf('network'))}
      />
      <FormField
        form={form}
        name="address"
        label={t('deposit.address')}
        autoComplete="off"
        maxLength={128}
        after={<IconButton icon="scan" label={t('address.scan')} onClick={scan.open} />}
      />
      {written !== null && <AddressGroups address={written} />}
      <FormField
        form={form}
        name="notes"
        label={t('note')}
        hint={t('address.noteHint')}
        autoComplete="off"
        maxLength={60}
      />
      <FundPassword value={texts.pin} onChange={(pin) => form.set('pin', pin)} error={faultText(form.faultOf('pin'))} />
      <CodeField form={form} name="code" purpose="address" target={() => ({ to: 'own' })} />
      <FormFailure failure={form.failure} />
      {entry.isUnknown && (
        <Note isLoose role="status">
          {t('ui:verdictUnknownText')}
        </Note>
      )}
      <Button type="submit" size="l" isWide isBusy={entry.isBusy}>
        {t('address.save')}
      </Button>
    </Stack>
  )
}
