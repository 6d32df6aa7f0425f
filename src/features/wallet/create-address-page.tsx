import { Unread } from '#src/parts/loaded.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { addressOn } from '#contract/market/market-address.ts'
import { useBackPath } from '#src/lib/back-path.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { codeFault, codeFieldOf, fundPasswordFault, pinFieldOf } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { PinField } from '#src/parts/form/pin-field.tsx'
import { useGate } from '#src/parts/form/use-gate.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { useScan } from '#src/parts/scan/use-scan.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addressIn } from './scanned-address.ts'
import { useAddress } from './use-address.ts'
import { openNetworks, useCoins, type OwnCoin } from './use-coins.ts'

/** Adds an address to the book. */
export function CreateAddressPage() {
  const { t } = useTranslation('wallet')
  const { value, ...read } = useCoins()
  const coins = value?.left.filter((coin) => openNetworks(coin).length > 0) ?? []
  return (
    <Page title={t('titles.addAddress')}>
      <Stack gap={4} topPad={2} endPad={8}>
        {value === null && <Unread read={read} lines={5} height={64} />}
        {coins.length > 0 && <AddressForm coins={coins} />}
      </Stack>
    </Page>
  )
}

const networksOf = (coin: OwnCoin | undefined) => (coin === undefined ? [] : openNetworks(coin))
const firstNetwork = (coin: OwnCoin | undefined) => networksOf(coin)[0]?.name ?? ''
const addressFault = (network: string, address: string) => {
  if (address.trim() === '') return 'refusals:address_required'
  return addressOn(network, address) === null ? 'refusals:address_malformed' : null
}

function useAddressForm(coins: readonly OwnCoin[]) {
  const { currency } = useQuery()
  const coinOf = (id: string) => coins.find((coin) => String(coin.id) === id)
  const first = coins.find(({ id }) => String(id) === currency) ?? coins[0]
  const form = useForm({
    draft: 'address',
    first: {
      coin: String(first?.id ?? ''),
      network: firstNetwork(first),
      address: '',
      notes: '',
      code: '',
      pin: '',
    },
    secrets: ['code', 'pin'],
    check: ({ coin, network, address, code, pin }) => ({
      network: networksOf(coinOf(coin)).some(({ name }) => name === network) ? null : 'refusals:network_unknown',
      address: addressFault(network, address),
      pin: fundPasswordFault(pin),
      code: codeFault(code),
    }),
    fieldOf: () => ({
      address_required: 'address',
      address_malformed: 'address',
      address_taken: 'address',
      network_unknown: 'network',
      ...codeFieldOf,
      ...pinFieldOf,
    }),
  })
  return { form, coinOf }
}
type AddressForm = ReturnType<typeof useAddressForm>['form']

function AddressForm({ coins }: { readonly coins: readonly OwnCoin[] }) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const back = useBackPath()
  const { form, coinOf } = useAddressForm(coins)
  const { texts } = form
  const entry = useAddress(null, () => {
    form.drop()
    toast('wallet:address.added')
    go(back ?? withdrawPaths.addresses, { replace: true })
  })
  useOnValue(entry.failure, form.refuse)
  const { isEditing, onCode } = entry
  useEffect(() => onCode(texts.code), [texts.code, isEditing, onCode])
  const gate = useGate({ stops: 'change', usesPin: true })
  const check = form.submit(({ coin, network, address, notes, code, pin }) => {
    entry.add({
      currency_id: Number(coin),
      netType: network,
      address: address.trim(),
      notes: notes.trim(),
      code: code.trim(),
      pay_password: pin,
    })
  })
  return (
    <Stack
      as="form"
      gap={2}
      ref={form.form}
      noValidate
      aria-label={t('titles.addAddress')}
      onSubmit={(event) => {
        event.preventDefault()
        gate.pass(() => check(event))
      }}
    >
      <GateCard gate={gate} />
      <CoinAndNetwork coins={coins} coinOf={coinOf} form={form} />
      <ScannedAddress form={form} />
      <FormField
        form={form}
        name="notes"
        label={t('note')}
        hint={t('address.noteHint')}
        autoComplete="off"
        maxLength={60}
      />
      <PinField gate={gate} fields={form} />
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

type CoinProps = { readonly coins: readonly OwnCoin[] } & ReturnType<typeof useAddressForm>
function CoinAndNetwork({ coins, coinOf, form }: CoinProps) {
  const { t } = useTranslation('wallet')
  const faultText = useFaultText()
  const { texts } = form
  return (
    <>
      <Select
        label={t('coin')}
        value={texts.coin}
        options={coins.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(coin) => form.put({ coin, network: firstNetwork(coinOf(coin)) })}
      />
      <Select
        label={t('network')}
        value={texts.network}
        options={networksOf(coinOf(texts.coin)).map(({ name }) => ({ value: name, label: name }))}
        onChange={(network) => form.set('network', network)}
        error={faultText(form.faultOf('network'))}
      />
    </>
  )
}

/** The address, typed or scanned, and how it reads. */
function ScannedAddress({ form }: { readonly form: AddressForm }) {
  const { t } = useTranslation('wallet')
  const scan = useScan({
    hint: t('address.scanHint'),
    onFound: (text) => {
      form.set('address', addressIn(text))
      form.touch('address')
    },
  })
  const written = addressOn(form.texts.network, form.texts.address)
  return (
    <>
      {scan.sheet}
      <FormField
        form={form}
        name="address"
        label={t('deposit.address')}
        autoComplete="off"
        maxLength={128}
        after={<IconButton icon="scan" label={t('address.scan')} onClick={scan.open} />}
      />
      {written !== null && <AddressGroups address={written} />}
    </>
  )
}
