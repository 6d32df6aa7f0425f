import { Row } from '#src/ui/box.tsx'
import { IndicatorPicker } from '#src/parts/chart/indicator-picker.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useGate, type Gap } from '#src/parts/form/use-gate.ts'
import { ScanSheet } from '#src/parts/scan/scan-sheet.tsx'
import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { ToastView } from '#src/ui/toast-view.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { refused } from './samples.ts'
import type { Shelf } from '@kontor/inspector/shelf'

const idle = () => {}
type Layer = (close: () => void) => ReactNode
/** A button for each state of a layer, which opens it over the page. */
function Openers({ layers }: { readonly layers: Readonly<Record<string, Layer>> }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Row gap={3} wraps>
      {Object.keys(layers).map((state) => (
        <Button key={state} kind="quiet" size="s" onClick={() => setOpen(state)}>
          <code>{state}</code>
        </Button>
      ))}
      {open !== null && layers[open]?.(() => setOpen(null))}
    </Row>
  )
}

function Sheets() {
  const { t } = useTranslation('ui')
  const foot = (close: () => void) => (
    <Button isWide onClick={close}>
      {t('confirm')}
    </Button>
  )
  return (
    <Openers
      layers={{
        bottom: (close) => (
          <Sheet title={t('reviewTitle')} isOpen onClose={close} footer={foot(close)}>
            {t('verdictUnknownText')}
          </Sheet>
        ),
        isTall: (close) => (
          <Sheet title={t('reviewTitle')} isOpen onClose={close} isTall>
            {t('verdictUnknownText')}
          </Sheet>
        ),
        start: (close) => (
          <Sheet title={t('reviewTitle')} isOpen onClose={close} side="start">
            {t('verdictUnknownText')}
          </Sheet>
        ),
      }}
    />
  )
}
function Menus() {
  const { t } = useTranslation('ui')
  return (
    <Openers
      layers={{
        chosen: (close) => (
          <MenuSheet
            title={t('price')}
            isOpen
            onClose={close}
            chosen="bids"
            onChoose={close}
            choices={[
              { value: 'bids', label: t('bids'), icon: 'book', note: t('volume') },
              { value: 'asks', label: t('asks'), icon: 'depth' },
            ]}
          />
        ),
      }}
    />
  )
}
function Dialogs() {
  const { t } = useTranslation('ui')
  const dialog =
    (kind: 'primary' | 'danger', isBusy: boolean): Layer =>
    (close) => (
      <ConfirmDialog
        isOpen
        title={t('clear')}
        confirm={t('clear')}
        kind={kind}
        isBusy={isBusy}
        onConfirm={close}
        onClose={close}
      >
        {t('verdictUnknownText')}
      </ConfirmDialog>
    )
  return (
    <Openers
      layers={{ primary: dialog('primary', false), danger: dialog('danger', false), isBusy: dialog('danger', true) }}
    />
  )
}
function Toasts() {
  const { t } = useTranslation('ui')
  const [toasts, setToasts] = useState<readonly number[]>([])
  const shown = toasts.slice(-3).map((id) => ({
    id,
    text: t(id % 2 === 0 ? 'copied' : 'failed'),
    kind: id % 2 === 0 ? ('plain' as const) : ('error' as const),
  }))
  return (
    <Row gap={3} wraps>
      <Button kind="quiet" size="s" onClick={() => setToasts([...toasts, toasts.length])}>
        <code>{'plain, error'}</code>
      </Button>
      <ToastView toasts={shown} />
    </Row>
  )
}
const reviews = { submitting: null, done: null, refused, unknown: null, editing: null } as const
function Reviews() {
  const { t } = useTranslation(['market', 'ui'])
  const rows = [
    { name: t('price'), value: '61,204.50' },
    { name: t('amount'), value: '0.25 BTC' },
    { name: t('total'), value: '15,301.13 USDT', isStrong: true },
  ]
  const review =
    (
      state: keyof typeof reviews,
      more: { needsPin?: boolean; hold?: string; warning?: string; consent?: string } = {},
    ): Layer =>
    (close) => (
      <ReviewSheet
        isOpen
        onClose={close}
        title={t('ui:reviewTitle')}
        rows={rows}
        confirm={t('buy')}
        kind="buy"
        state={state}
        failure={reviews[state]}
        onConfirm={idle}
        {...more}
      />
    )
  return (
    <Openers
      layers={{
        editing: review('editing'),
        needsPin: review('editing', { needsPin: true }),
        hold: review('editing', { hold: t('ui:stalePrice') }),
        warning: review('editing', { warning: t('ui:mode.fast'), consent: t('ui:confirm') }),
        submitting: review('submitting'),
        done: review('done'),
        refused: review('refused'),
        unknown: review('unknown'),
      }}
    />
  )
}
const Pairs = () => <Openers layers={{ isOpen: (close) => <PairPicker isOpen onClose={close} onPick={close} /> }} />
const Indicators = () => <Openers layers={{ isOpen: (close) => <IndicatorPicker isOpen onClose={close} /> }} />
const lacking = {
  currency: 3,
  name: 'USDT',
  amount: '1000',
  account: 'legal',
  free: '200',
  missing: '800',
  source: { account: 'change', free: '7000' },
} as const
function Gates() {
  const gate = useGate({ stops: 'trade' })
  const gaps: Gap[] = [
    { kind: 'payee', of: 'any', ways: ['bank', 'ali_pay'] },
    { kind: 'pin' },
    { kind: 'bail', sums: lacking },
  ]
  return <GateCard gate={{ ...gate, gaps }} />
}
function Scans() {
  const { t } = useTranslation('chat')
  return (
    <Openers layers={{ camera: (close) => <ScanSheet hint={t('scan.title')} onFound={close} onClose={close} /> }} />
  )
}

export const layers: Shelf = {
  id: 'layers',
  specimens: {
    Sheet: Sheets,
    MenuSheet: Menus,
    ConfirmDialog: Dialogs,
    ToastView: Toasts,
    ReviewSheet: Reviews,
    PairPicker: Pairs,
    IndicatorPicker: Indicators,
    GateCard: Gates,
    ScanSheet: Scans,
  },
}
