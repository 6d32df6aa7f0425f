import { Note, Stack } from '#src/ui/box.tsx'
import type { Position } from '#contract/lever/lever-position.ts'
import { partOf } from '#contract/lever/lever-risk.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Facts } from '#src/ui/facts.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EstimatedPrice } from './estimated-price.tsx'
import { useExit } from './use-exit.ts'
import type { LeverState } from './use-lever.ts'

const parts = ['25', '50', '75', '100'] as const
export type Part = (typeof parts)[number]
/** Lots of a part in percent: at least one. */
const lotsAt = (part: Part, all: number) => Math.max(1, Math.floor((all * Number(part)) / 100))

type Props = {
  readonly position: Position
  /** The part that it begins with, in percent. */
  readonly part?: Part
  readonly state: LeverState
  readonly onClose: () => void
  readonly onConfirm: (lots: number) => void
}

/** Closes a position or a part of it, by lots or by a quarter, half or three quarters. */
export function CloseSheet({ position, part: first = '100', state, onClose, onConfirm }: Props) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const all = position.share
  const [typed, setTyped] = useState(String(lotsAt(first, all)))
  const [base = '', quote = ''] = position.symbol.split('/')
  const lots = /^[1-9]\d{0,14}$/.test(typed) && Number(typed) <= all ? Number(typed) : null
  const exit = useExit(position, state)
  const part = lots === null || exit === null ? null : exit(lots)
  const ofPart = (amount: string, some: number) => formatDec(partOf(parseDec(amount), some, all))
  const chosen = parts.findLast((each) => lotsAt(each, all) === lots)
  return (
    <Sheet
      title={t('closeTitle', { symbol: position.symbol, side: t(position.type) })}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" kind="danger" disabled={lots === null} onClick={() => lots !== null && onConfirm(lots)}>
          {lots === null || lots === all ? t('closeWhole') : t('closePart', { lots: t('lotsOf', { count: lots }) })}
        </Button>
      }
    >
      <Stack gap={3}>
        <Note>{t('closeLead')}</Note>
        <StepField
          name="closeLots"
          label={t('lotsToClose')}
          short={t('lots')}
          note={t('ofLots', { lots: t('lotsOf', { count: all }) })}
          value={typed}
          scale={0}
          unit={t('lotsUnit')}
          step="1"
          onChange={setTyped}
          error={lots === null ? t('lotsOutside', { max: shown.exact(String(all)) }) : null}
        />
        <Segmented<Part | ''>
          label={t('partOf')}
          size="s"
          options={parts.map((value) => ({ value, label: `${value}%` }))}
          value={chosen ?? ''}
          onChange={(value) => value !== '' && setTyped(String(lotsAt(value, all)))}
        />
        {part !== null && lots !== null && (
          <Facts
            kind="dense"
            facts={[
              { name: t('size'), value: shown.money(ofPart(position.number, lots), base) },
              { name: t('exitPrice'), value: <EstimatedPrice of={part} symbol={position.symbol} /> },
              { name: t('exitNet'), value: shown.gain(formatDec(part.net), quote, 'fine') },
              { name: t('marginBack'), value: shown.money(ofPart(position.caution_money, lots), quote, 'fine') },
              { name: t('staysOpen'), value: lots === all ? '—' : t('lotsOf', { count: all - lots }) },
            ]}
          />
        )}
      </Stack>
    </Sheet>
  )
}
