import { maxPoolRows, type DeskPool, type MoneyGap } from '#contract/desk/desk-money.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Box, Note } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useWish, type Ends } from './acts.ts'
import { AskSheet } from './ask-sheet.tsx'
import { Table } from './table.tsx'
import { Waits } from './changes.tsx'
import { ImportField } from './import-field.tsx'
import { DeskPart } from './desk-part.tsx'

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
  const { wish, setWish, ends } = useWish<DeskPool>(read.refresh)
  if (read.value === null)
    return (
      <DeskPart>
        <Unread read={read} lines={4} height={44} />
      </DeskPart>
    )
  const { pools, gaps } = read.value
  return (
    <DeskPart as="section" aria-label={t('tabs.money')}>
      {gaps.length === 0 ? <Banner icon="check">{t('money.ready')}</Banner> : <Gaps gaps={gaps} />}
      <Note breaks>{t('money.text')}</Note>
      <Pools pools={pools} onImport={maySet ? setWish : null} />
      {wish !== null && <ImportSheet pool={wish} {...ends} />}
    </DeskPart>
  )
}

type PoolsProps = { readonly pools: readonly DeskPool[]; readonly onImport: ((pool: DeskPool) => void) | null }

function Pools({ pools, onImport }: PoolsProps) {
  const { t } = useTranslation('desk')
  const shown = useNumbers()
  const countOf = ({ way }: DeskPool, count: number) => (way === 'memo' ? '' : shown.exact(String(count)))
  return (
    <Table
      rows={pools}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('products.fields.network'),
          cell: ({ name, waits }) => (
            <>
              {name}
              <Waits id={waits} />
            </>
          ),
        },
        { head: t('state'), cell: ({ is_open }) => t(is_open ? 'marketStates.open' : 'products.shut') },
        { head: t('money.free'), as: 'number', cell: (pool) => countOf(pool, pool.free) },
        { head: t('money.given'), as: 'number', cell: (pool) => countOf(pool, pool.given) },
        {
          head: t('change'),
          as: 'end',
          cell: (pool) =>
            onImport !== null && (
              <Button
                kind="quiet"
                size="s"
                aria-label={`${t('money.import')}: ${pool.name}`}
                onClick={() => onImport(pool)}
              >
                {t('money.import')}
              </Button>
            ),
        },
      ]}
    />
  )
}

function ImportSheet({ pool, onClose, onDone }: Ends & { readonly pool: DeskPool }) {
  const { t } = useTranslation('desk')
  const [csv, setCsv] = useState('')
  const [isRotated, setIsRotated] = useState(false)
  const submit = useAct(desk.addPool, onDone, () => 'desk:proposed')
  const label = t('money.rotate')
  return (
    <AskSheet
      title={`${t('money.import')}: ${pool.name}`}
      confirm={t('save')}
      submit={submit}
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
