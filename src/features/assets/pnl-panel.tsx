import type { Pnl, PnlDay } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Link } from '#src/parts/link.tsx'
import type { ReadResult } from '#src/actors/use-read.ts'
import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import { spans, sumPnl, type Span, monthOf, monthsOf } from './pnl-sums.ts'
import { curveOf } from '#src/parts/worth/pnl.ts'
import { Panel } from './panel.tsx'
import styles from './pnl.module.css'
import { trendOf } from '#src/ui/number.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { tagOf } from '#src/lib/format.ts'

/** Profit and loss: today, the curve of the last days, and the calendar. */
export function PnlPanel({ asked: { value, ...read } }: { readonly asked: ReadResult<Pnl> }) {
  const { t } = useTranslation('assets')
  const [span, setSpan] = useState<Span>('30')
  if (value === null) {
    return (
      <Panel name={t('pnl.title')}>
        <Unread read={read} lines={4} height={32} />
      </Panel>
    )
  }
  const days = value.days.slice(-Number(span))
  const sum = sumPnl(days)
  return (
    <Panel name={t('pnl.title')}>
      <Box lay="row" gap={2} align="baseline" justify="between">
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
      <Note>{t('pnl.note')}</Note>
      {value.is_partial && <Note>{t('pnl.partial')}</Note>}
    </Panel>
  )
}

const width = 320
const height = 80
const inset = 2

/**
 * The corners of the line, and the height of zero; a picture needs no exact numbers, so it is drawn with plain ones.
 */
const shapeOf = (decimals: readonly string[]) => {
  const values = decimals.map(Number)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low
  const y = (value: number) => (span === 0 ? height / 2 : inset + ((high - value) / span) * (height - 2 * inset))
  const step = width / Math.max(1, values.length - 1)
  return {
    points: values.map((value, at) => `${(at * step).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
    zero: y(0).toFixed(1),
  }
}

/** The profit since the start of a span, day after day; the calendar below tells the numbers. */
function PnlCurve({ values, label }: { readonly values: readonly string[]; readonly label: string }) {
  const { points, zero } = useMemo(() => shapeOf(values), [values])
  return (
    <svg
      className={styles.curve}
      data-trend={trendOf(values.at(-1) ?? '0')}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={width} y1={zero} y2={zero} />
      <polyline points={values.length < 2 ? `0,${zero} ${width},${points.split(',')[1] ?? zero}` : points} />
    </svg>
  )
}

const monthName = (month: string, lang: string) =>
  new Intl.DateTimeFormat(tagOf(lang), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )
/** The first letters of the days of the week, from Monday. */
const weekDays = (lang: string) => {
  const format = new Intl.DateTimeFormat(tagOf(lang), { weekday: 'narrow', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, at) => format.format(Date.UTC(2024, 0, 1 + at)))
}

/** Profit and loss of each day of a month. */
function PnlCalendar({ days }: { readonly days: readonly PnlDay[] }) {
  const { t, i18n } = useTranslation('assets')
  const shown = useNumbers()
  const isHidden = useSettings((settings) => settings.hideBalances)
  const months = monthsOf(days)
  const [back, setBack] = useState(0)
  const at = Math.max(0, months.length - 1 - back)
  const month = months[at]
  if (month === undefined) return null
  const cells = monthOf(days, month)
  const today = days.at(-1)?.day
  const name = monthName(month, i18n.language)
  return (
    <Stack gap={2}>
      <Row gap={1} className={styles.month}>
        <IconButton icon="back" label={t('pnl.earlier')} disabled={at === 0} onClick={() => setBack(back + 1)} />
        <h3 aria-live="polite">{name}</h3>
        <IconButton
          icon="chevron-right"
          label={t('pnl.later')}
          disabled={at === months.length - 1}
          onClick={() => setBack(back - 1)}
        />
        <Box as="span" weight="bold" pushes>
          <Amount text={sumPnl(days.filter(({ day }) => day.startsWith(month)))} unit={baseCoin.name} kind="gain" />
        </Box>
      </Row>
      <Box as="ol" size={1} tone={2} text="center" className={styles.week} aria-hidden="true">
        {weekDays(i18n.language).map((letter, day) => (
          <li key={day}>{letter}</li>
        ))}
      </Box>
      <ol className={styles.days} aria-label={name}>
        {cells.map((cell, place) =>
          cell === null ? (
            <li key={`blank-${place}`} aria-hidden="true" />
          ) : (
            <Stack
              key={cell.date}
              as="li"
              round={1}
              size={1}
              text="center"
              className={styles.day}
              data-trend={cell.day === null ? undefined : trendOf(cell.day.pnl)}
              aria-current={cell.day !== null && cell.day.day === today ? 'date' : undefined}
            >
              <span>{cell.date}</span>
              {cell.day !== null && <b data-unit="">{isHidden ? '••' : shown.short(cell.day.pnl)}</b>}
            </Stack>
          ),
        )}
      </ol>
    </Stack>
  )
}
