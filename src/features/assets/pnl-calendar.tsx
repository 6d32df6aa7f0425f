import type { PnlDay } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { trendOf } from '#src/ui/number.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthOf, monthsOf, sumPnl } from './pnl-sums.ts'
import { Amount } from './amount.tsx'
import { tagOf } from '#src/lib/format.ts'
import styles from './pnl.module.css'

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
export function PnlCalendar({ days }: { readonly days: readonly PnlDay[] }) {
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
