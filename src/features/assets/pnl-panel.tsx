import type { Pnl } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Link } from '#src/parts/link.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import type { ReadResult } from '#src/actors/use-read.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import { PnlCalendar } from './pnl-calendar.tsx'
import { PnlCurve } from './pnl-curve.tsx'
import { curveOf, spans, sumPnl, type Span } from './pnl-sums.ts'
import { Panel } from './panel.tsx'
import styles from './pnl.module.css'

/** Profit and loss: today, the curve of the last days, and the calendar. */
export function PnlPanel({ asked: { value, failure, isBusy, refresh } }: { readonly asked: ReadResult<Pnl> }) {
  const { t } = useTranslation('assets')
  const [span, setSpan] = useState<Span>('30')
  if (value === null) {
    return (
      <Panel name={t('pnl.title')}>
        {failure === null ? (
          <Skeleton lines={4} height={32} />
        ) : (
          <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
        )}
      </Panel>
    )
  }
  const days = value.days.slice(-Number(span))
  const sum = sumPnl(days)
  return (
    <Panel name={t('pnl.title')}>
      <Box lay="row" gap={2} align="baseline" justify="between" className={styles.head}>
        <h2>{t('pnl.title')}</h2>
        <Box as="span" weight="bold" pushes>
          <Amount text={sum} unit={baseCoin.name} kind="gain" isBare={false} />
        </Box>
      </Box>
      <PnlCurve values={curveOf(days)} label={t('pnl.curve', { count: days.length })} />
      <Segmented
        label={t('pnl.span')}
        options={spans.map((each) => ({ value: each, label: t(`pnl.spans.${each}`) }))}
        value={span}
        onChange={setSpan}
      />
      <PnlCalendar days={value.days} />
      <Link to={assetsPaths.statement} className={styles.statement}>
        <Icon name="history" size={18} />
        {t('statement.title')}
        <Icon name="chevron-right" size={16} />
      </Link>
      <Note className={styles.note}>{t('pnl.note')}</Note>
      {value.is_partial && <Note className={styles.note}>{t('pnl.partial')}</Note>}
    </Panel>
  )
}
