import { Box, Row, Stack } from '#src/ui/box.tsx'
import type { AccountRecord } from '#contract/chat/chat-account.ts'
import { freeOf } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { useOpened } from '#src/lib/use-opened.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Money } from '#src/ui/money.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { MonthView } from './month-view.tsx'
import { NoteSheet } from './note-sheet.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { TopUpSheet } from './top-up-sheet.tsx'

type Open =
  | { readonly kind: 'note'; readonly note: AccountRecord | null }
  | { readonly kind: 'record'; readonly record: AccountRecord }

/**
 * The money of the community, which is the funding account: its balance, topping it up, and its records by month with
 * notes of one's own.
 */
export function AccountTab() {
  const { t } = useTranslation('chat')
  const { feeds } = useServices()
  const { value } = useStream(feeds.balances$, loading)
  const isHidden = useSettings((settings) => settings.hideBalances)
  const [open, setOpen] = useState<Open | null>(null)
  /** Grows with each change that a record may have come from. */
  const [changes, setChanges] = useState(0)
  const cellOf = (kind: 'legal' | 'change') =>
    value?.cells[kind].find(({ currency }) => currency === baseCoin.id) ?? null
  const freeIn = (kind: 'legal' | 'change') => {
    const cell = cellOf(kind)
    return cell === null ? '0' : freeOf(cell, kind)
  }
  const top = useOpened()
  const close = () => {
    setOpen(null)
    top.close()
  }
  const changed = () => {
    close()
    setChanges((now) => now + 1)
  }
  const balance = isHidden ? '••••••' : <Money text={value && freeIn('legal')} unit={baseCoin.name} isBare />
  return (
    <Stack gap={4}>
      <Row as="section" gap={4} pad={4} ground="raised" round={3} aria-label={t('account.balance')}>
        <Box grows breaks className={styles.balanceText}>
          <small>{t('account.balance')}</small>
          <p>
            <b>{balance}</b> {baseCoin.name}
          </p>
        </Box>
        <Button icon="plus" onClick={() => top.open('topUp')}>
          {t('account.topUp')}
        </Button>
      </Row>
      <Row justify="between">
        <h2>{t('account.records')}</h2>
        <IconButton icon="edit" label={t('account.addNote')} onClick={() => setOpen({ kind: 'note', note: null })} />
      </Row>
      <MonthView about={`${changes}|${freeIn('legal')}`} onOpen={(record) => setOpen({ kind: 'record', record })} />
      {top.opened === 'topUp' && <TopUpSheet spot={freeIn('change')} onClose={close} onDone={changed} />}
      {open?.kind === 'note' && <NoteSheet note={open.note} onClose={close} onDone={changed} />}
      {open?.kind === 'record' && (
        <RecordSheet
          record={open.record}
          onEdit={(note) => setOpen({ kind: 'note', note })}
          onClose={close}
          onDone={changed}
        />
      )}
    </Stack>
  )
}
