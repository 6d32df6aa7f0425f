import { useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { account } from '#contract/account/account.ts'
import { apiKeyNameLength } from '#contract/account/account-keys.ts'
import { isMarket } from '#contract/market/market.ts'
import { isDec } from '#contract/wire/money.ts'
import { entriesIn, isIpRange } from '#contract/account/account-ranges.ts'
import { limits } from '#contract/wire/limits.ts'
import type { ApiArea, ApiScope } from '#contract/wire/endpoint.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { PinField } from '#src/parts/form/pin-field.tsx'
import { useGate } from '#src/parts/form/use-gate.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { pinFieldOf } from '#src/parts/form/checks.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { ShowSecret } from './show-secret.tsx'

const scopes = ['read', 'trade'] as const
const areasShown = ['otc', 'chat', 'alerts'] as const satisfies readonly ApiArea[]
/** After how many days a key ends; none without an end. */
const terms = ['', '30', '90', '365'] as const
type Term = (typeof terms)[number]

const wrongIn = (addresses: string) => {
  const value = entriesIn(addresses).find((entry) => !isIpRange(entry))
  return value === undefined ? null : ({ reason: 'ip_malformed', params: { value } } as const)
}

/** A cap is an amount, or there is none. */
const wrongCap = (typed: string) => (typed === '' || isDec(typed) ? null : 'account:apiKeys.capWrong')
/** Caps count for orders alone: a key that only reads has none. */
const capsOf = ({ max_order, max_day, markets }: Readonly<Record<'max_order' | 'max_day' | 'markets', string>>) => ({
  ...(max_order !== '' && { max_order }),
  ...(max_day !== '' && { max_day }),
  ...(markets.trim() !== '' && { markets: entriesIn(markets) }),
})

const useKeyForm = () =>
  useForm({
    draft: 'api-key',
    first: { name: '', addresses: '', max_order: '', max_day: '', markets: '', pin: '' },
    secrets: ['pin'],
    check: ({ name, addresses, max_order, max_day, markets, pin }) => ({
      name: name.trim() === '' ? 'account:apiKeys.nameRequired' : null,
      addresses: wrongIn(addresses),
      max_order: wrongCap(max_order),
      max_day: wrongCap(max_day),
      markets: entriesIn(markets).every(isMarket) ? null : 'account:apiKeys.marketWrong',
      pin: pin.length === limits.fundPasswordDigits ? null : 'refusals:pay_password_malformed',
    }),
    fieldOf: () => ({ title_required: 'name', ip_malformed: 'addresses', ...pinFieldOf }),
  })

/** What the key may do, and what becomes of it. */
function useMaking() {
  const [scope, setScope] = useState<ApiScope>('read')
  const [areas, setAreas] = useState<readonly ApiArea[]>([])
  const [days, setDays] = useState<Term>('')
  const [secret, setSecret] = useState<string | null>(null)
  const [isLost, setIsLost] = useState(false)
  const form = useKeyForm()
  const submit = useFormSubmit(account.makeApiKey, form, (value) => {
    if (value === null) setIsLost(true)
    else setSecret(value.secret)
  })
  const check = form.submit(({ name, addresses, pin, ...caps }) => {
    if (submit.isBusy) return
    submit.reset()
    submit.send({
      name: name.trim(),
      scope,
      ...(areas.length > 0 && { areas: [...areas] }),
      ...(days !== '' && { days: Number(days) }),
      addresses: entriesIn(addresses),
      ...(scope === 'trade' && capsOf(caps)),
      pay_password: pin,
    })
  })
  return { scope, setScope, areas, setAreas, days, setDays, secret, isLost, form, submit, check }
}

/** Creates a key from a name, a scope and the fund password; its secret is shown only once. */
export function MakeApiKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { scope, setScope, areas, setAreas, days, setDays, secret, isLost, form, submit, check } = useMaking()
  const gate = useGate({ stops: 'change', usesPin: true })
  if (secret !== null) return <ShowSecret of="apiKeys" secret={secret} onClose={onClose} />
  return (
    <Sheet title={t('apiKeys.make')} isOpen onClose={onClose} isHeld={submit.isBusy}>
      <form
        ref={form.form}
        className={styles.sheet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          gate.pass(() => check(event))
        }}
      >
        <GateCard gate={gate} />
        <FormField
          form={form}
          name="name"
          label={t('apiKeys.name')}
          hint={t('apiKeys.nameHint')}
          autoComplete="off"
          maxLength={apiKeyNameLength}
        />
        <Scope value={scope} onChange={setScope} form={form} />
        {scope === 'trade' && <Caps form={form} />}
        <Areas value={areas} onChange={setAreas} />
        <Validity value={days} onChange={setDays} />
        <FormField
          form={form}
          name="addresses"
          label={t('apiKeys.addresses')}
          hint={t('apiKeys.addressesHint')}
          autoComplete="off"
        />
        <PinField gate={gate} fields={form} />
        <FormFailure failure={form.failure} />
        {(isLost || submit.state === 'unknown') && (
          <Row as="p" gap={2} pad={3} round={2} ground="warning" tone="warning">
            {t('apiKeys.lost')}
          </Row>
        )}
        <Button type="submit" size="l" isWide isBusy={submit.isBusy}>
          {t('apiKeys.make')}
        </Button>
      </form>
    </Sheet>
  )
}

type KeyForm = ReturnType<typeof useKeyForm>
type ScopeProps = {
  readonly value: ApiScope
  readonly onChange: (scope: ApiScope) => void
  readonly form: Pick<KeyForm, 'set'>
}
function Scope({ value, onChange, form }: ScopeProps) {
  const { t } = useTranslation('account')
  return (
    <>
      <Segmented
        label={t('apiKeys.scope')}
        options={scopes.map((scope) => ({ value: scope, label: t(`apiKeys.${scope}`) }))}
        value={value}
        onChange={(next) => {
          onChange(next)
          // What is not shown must not hold the form back.
          if (next === 'read') for (const cap of ['max_order', 'max_day', 'markets'] as const) form.set(cap, '')
        }}
      />
      <Box as="p" tone={2} isLoose>
        {t(`apiKeys.${value}Hint`)}
      </Box>
    </>
  )
}

/** What a key may see and do beside orders. */
function Areas({
  value,
  onChange,
}: {
  readonly value: readonly ApiArea[]
  readonly onChange: (areas: readonly ApiArea[]) => void
}) {
  const { t } = useTranslation('account')
  return (
    <Stack role="group" aria-label={t('apiKeys.areas')} gap={2}>
      <Box as="p" tone={2}>
        {t('apiKeys.areas')}
      </Box>
      {areasShown.map((area) => (
        <Checkbox
          key={area}
          isChecked={value.includes(area)}
          onChange={(isOn) => onChange(areasShown.filter((each) => (each === area ? isOn : value.includes(each))))}
        >
          {t(`apiKeys.areaHints.${area}`)}
        </Checkbox>
      ))}
    </Stack>
  )
}

/** What a key may order at most, and where. */
function Caps({ form }: { readonly form: KeyForm }) {
  const { t } = useTranslation('account')
  return (
    <>
      <FormField
        form={form}
        name="max_order"
        label={t('apiKeys.maxOrder')}
        hint={t('apiKeys.capHint')}
        autoComplete="off"
      />
      <FormField form={form} name="max_day" label={t('apiKeys.maxDay')} autoComplete="off" />
      <FormField
        form={form}
        name="markets"
        label={t('apiKeys.markets')}
        hint={t('apiKeys.marketsHint')}
        autoComplete="off"
      />
    </>
  )
}

function Validity({ value, onChange }: { readonly value: Term; readonly onChange: (term: Term) => void }) {
  const { t } = useTranslation('account')
  const options = terms.map((term) => ({
    value: term,
    label: term === '' ? t('apiKeys.forever') : t('apiKeys.validDays', { count: Number(term) }),
  }))
  return <Select label={t('apiKeys.validity')} options={options} value={value} onChange={onChange} />
}
