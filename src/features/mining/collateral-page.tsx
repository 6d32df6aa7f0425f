import { Section } from '#src/ui/section.tsx'
import { Entry } from '#src/parts/entry.tsx'
import { Money } from '#src/ui/money.tsx'
import { miningCalls, type CollateralRecord, type Mining } from '#contract/mining/mining.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { neededOf, useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { Note, Stack } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { Paged } from '#src/parts/paged.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import { useMining, type Say } from './use-mining.ts'
import styles from './mining.module.css'

const scale = 6
/** Locking collateral for machines, releasing what none needs, and what was locked and released. */
export function CollateralPage() {
  const { t } = useTranslation('mining')
  const read = useMining()
  return (
    <Page title={t('titles.collateral')} onRefresh={read.refresh}>
      <Stack gap={3} topPad={2} endPad={8}>
        <Loaded read={read} lines={3} height={72}>
          {(mining) => <CollateralForm mining={mining} onDone={() => void read.refresh()} />}
        </Loaded>
        <Section isCard title={t('records')} isTop className={styles.card}>
          <Records />
        </Section>
      </Stack>
    </Page>
  )
}

type Way = 'lock' | 'release'
type About = {
  readonly mining: Mining
  readonly free: string | null
  readonly asked: string
  readonly t: Say
  readonly shown: Numbers
}
type Live = About & { readonly gate: Gate }
type Now = { readonly texts: { readonly way: string; readonly amount: string }; readonly isChecked: boolean }
/** The least that is locked has to lie in the spot account; what is released needs nothing. */
function useCollateral(about: About, { texts, isChecked }: Now): Live {
  const { collateral_currency_id: currency, collateral_min } = about.mining
  const isLock = texts.way !== 'release'
  const amount = neededOf(collateral_min, texts.amount, isChecked)
  const gate = useGate({
    stops: isLock ? 'trade' : 'change',
    funds: isLock ? { account: 'change', currency, name: baseCoin.name, amount } : null,
  })
  return { ...about, gate }
}
const faultOf = (amount: string, way: Way, most: string | null, min: string) => {
  const fault = amountFault(amount, way === 'lock' ? { min, free: most } : { free: most })
  return way === 'release' && fault === 'refusals:insufficient_balance' ? 'refusals:collateral_in_use' : fault
}
const collateralForm = moneyForm<Live, About>()({
  call: miningCalls.collateral,
  draft: () => 'mining-collateral',
  fields: ({ asked }) => ({ way: 'lock', amount: tidyDecimal(asked) }),
  sums: (texts, { mining, free }) => {
    const way: Way = texts.way === 'release' ? 'release' : 'lock'
    const unused = formatDec(parseDec(mining.collateral) - parseDec(mining.collateral_used))
    return { way, amount: tidyDecimal(texts.amount), unused, most: way === 'lock' ? free : unused }
  },
  faults: ({ sums: { way, amount, most }, live: { mining } }) => ({
    amount: faultOf(amount, way, most, mining.collateral_min),
  }),
  input: ({ sums: { way, amount } }) => ({ amount, direction: way }),
  review: ({ sums: { way, amount }, live: { t, shown }, value }) => ({
    title: t(way === 'lock' ? 'reviewLock' : 'reviewRelease'),
    rows: [
      { name: t('amount'), value: shown.money(amount || '0', baseCoin.name), isStrong: true },
      { name: t('from'), value: t(way === 'lock' ? 'spotAccount' : 'collateral') },
      { name: t('to'), value: t(way === 'lock' ? 'collateral' : 'spotAccount') },
    ],
    confirm: t(way),
    doneTitle: t(way === 'lock' ? 'lockedDone' : 'releasedDone'),
    done: value !== null && (
      <p>{t('collateralNow', { amount: shown.sum(value.collateral, baseCoin.name), coin: baseCoin.name })}</p>
    ),
  }),
})

function CollateralForm({ mining, onDone }: { readonly mining: Mining; readonly onDone: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const { amount: asked = '' } = useQuery()
  const free = useFree()(mining.collateral_currency_id)
  const about = { mining, free, asked, t, shown }
  const form = useLiveForm(collateralForm, about, useCollateral, { gate: ({ gate }) => gate, onDone })
  const { way, most, unused } = form.sums
  return (
    <MoneyPage form={form} label={t('titles.collateral')} button={t(way === 'lock' ? 'reviewLock' : 'reviewRelease')}>
      <GateCard gate={form.live.gate} />
      <Note isLoose>{t('collateralIs')}</Note>
      <Segmented
        label={t('titles.collateral')}
        value={way}
        onChange={(next) => form.fields.set('way', next)}
        options={[
          { value: 'lock', label: t('lock') },
          { value: 'release', label: t('release') },
        ]}
      />
      <MoneyField
        fields={form.fields}
        name="amount"
        label={t('amount')}
        unit={baseCoin.name}
        scale={scale}
        bounds={{ min: mining.collateral_min, free: unused }}
        most={most ?? '0'}
        balance={`${t(way === 'lock' ? 'available' : 'unused')} ${shown.money(most ?? '0', baseCoin.name)}`}
      />
      <Facts
        facts={[
          { name: t('locked'), value: shown.money(mining.collateral, baseCoin.name) },
          { name: t('needed'), value: shown.money(mining.collateral_used, baseCoin.name) },
          { name: t('unused'), value: shown.money(unused, baseCoin.name) },
        ]}
      />
    </MoneyPage>
  )
}

function Records() {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  return (
    <Paged
      read={(asked) => request.read(miningCalls.collaterals, asked)}
      on={['mining.changed']}
      keyOf={({ id }) => id}
      render={(row) => <RecordRow row={row} />}
      empty={{ text: t('noCollateral'), icon: 'lock' }}
    />
  )
}
function RecordRow({ row: { direction, amount, create_time } }: { readonly row: CollateralRecord }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  return (
    <Entry title={t(direction === 'lock' ? 'lockedRow' : 'releasedRow')} notes={[shown.time(create_time)]}>
      <Money text={amount} unit={baseCoin.name} />
    </Entry>
  )
}
