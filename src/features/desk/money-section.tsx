import { maxPoolRows, type DeskPool, type MoneyGap } from '#contract/desk/desk-money.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { toast } from '#src/stores/toasts.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskSheet } from './ask-sheet.tsx'
import { Waits } from './changes.tsx'
import styles from './desk.module.css'
import { ImportField } from './import-field.tsx'

/** What keeps money from moving, a line each. */
export function Gaps({ gaps }: { readonly gaps: readonly MoneyGap[] }) {
  const { t } = useTranslation('desk')
  return gaps.map(({ gap, about }) => (
    <Banner key={`${gap}${about}`} kind="warning" icon="warning">
      {t(`gaps.${gap}`, { about })}
    </Banner>
  ))
}

/** What is missing before money can move, and the deposit addresses of each network. */
export function MoneySection({ maySet }: { readonly maySet: boolean }) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const read = useRead('money', (signal) => request.read(desk.money, {}, { signal }))
  const [chosen, setChosen] = useState<DeskPool | null>(null)
  if (read.value === null)
    return (
      <div className={styles.section}>
        <Unread read={read} lines={4} height={44} />
      </div>
    )
  const { pools, gaps } = read.value
  return (
    <section className={styles.section} aria-label={t('tabs.money')}>
      {gaps.length === 0 ? <Banner icon="check">{t('money.ready')}</Banner> : <Gaps gaps={gaps} />}
      <p className={styles.faint}>{t('money.text')}</p>
      <Pools pools={pools} onImport={maySet ? setChosen : null} />
      {chosen !== null && (
        <ImportSheet
          pool={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            void read.refresh()
          }}
        />
      )}
    </section>
  )
}

type PoolsProps = { readonly pools: readonly DeskPool[]; readonly onImport: ((pool: DeskPool) => void) | null }

function Pools({ pools, onImport }: PoolsProps) {
  const { t } = useTranslation('desk')
  const shown = useNumbers()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('products.fields.network')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col" className={styles.number}>
            {t('money.free')}
          </th>
          <th scope="col" className={styles.number}>
            {t('money.given')}
          </th>
          <th scope="col" className={styles.end}>
            {t('change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {pools.map((pool) => (
          <tr key={pool.id}>
            <th scope="row">
              {pool.name}
              <Waits id={pool.waits} />
            </th>
            <td>{t(pool.is_open ? 'marketStates.open' : 'products.shut')}</td>
            <td className={styles.number}>{pool.way === 'memo' ? '' : shown.exact(String(pool.free))}</td>
            <td className={styles.number}>{pool.way === 'memo' ? '' : shown.exact(String(pool.given))}</td>
            <td className={styles.end}>
              {onImport !== null && (
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={`${t('money.import')}: ${pool.name}`}
                  onClick={() => onImport(pool)}
                >
                  {t('money.import')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ImportProps = { readonly pool: DeskPool; readonly onClose: () => void; readonly onDone: () => void }

function ImportSheet({ pool, onClose, onDone }: ImportProps) {
  const { t } = useTranslation('desk')
  const [csv, setCsv] = useState('')
  const [isRotated, setIsRotated] = useState(false)
  const submit = useSubmit(desk.addPool, {
    onDone: () => {
      toast('desk:proposed')
      onDone()
    },
  })
  const label = t('money.rotate')
  return (
    <AskSheet
      title={`${t('money.import')}: ${pool.name}`}
      confirm={t('save')}
      isBusy={submit.isBusy}
      failure={submit.failure}
      takesTwo
      onClose={onClose}
      onSend={(reason) => submit.send({ id: pool.id, csv, rotate: isRotated, reason })}
    >
      <ImportField
        label={t('money.addresses')}
        hint={t('money.addressesHint', { max: maxPoolRows })}
        value={csv}
        onChange={setCsv}
      />
      <Box lay="row" gap={2} justify="between" tone={2} wraps>
        <span>{label}</span>
        <Switch label={label} isOn={isRotated} onChange={setIsRotated} />
      </Box>
    </AskSheet>
  )
}
