import { Unread } from '#src/parts/loaded.tsx'
import { Box } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { promotion, type Placed, type RebateSpan } from '#contract/promotion/promotion.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './promotion.module.css'

const spans = ['month', 'week', 'day', 'all'] as const satisfies readonly RebateSpan[]

type ChoiceProps = { readonly value: RebateSpan; readonly onChange: (span: RebateSpan) => void }
/** The span that is summed up. */
export function SpanChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('promotion')
  return (
    <Segmented
      label={t('spanOf')}
      size="s"
      value={value}
      onChange={onChange}
      options={spans.map((each) => ({ value: each, label: t(`spans.${each}`) }))}
    />
  )
}

/** The ten who have earned most in a span, masked; the caller's own row is marked. */
export function Ranking() {
  const { t } = useTranslation('promotion')
  const { request } = useServices()
  const [span, setSpan] = useState<RebateSpan>('month')
  const { value, ...read } = useRead(span, (signal) => request.read(promotion.ranking, { time: span }, { signal }))
  return (
    <>
      <SpanChoice value={span} onChange={setSpan} />
      {value === null && <Unread read={read} lines={5} height={44} />}
      {value !== null && value.length === 0 && <Empty icon="star" text={t('noRanking')} />}
      {value !== null && value.length > 0 && (
        <Box as="ol" isRuled aria-label={t('tabs.ranking')}>
          {value.map((place) => (
            <Place key={place.rank} place={place} />
          ))}
        </Box>
      )}
    </>
  )
}

function Place({ place: { rank, account, total, mine } }: { readonly place: Placed }) {
  const { t } = useTranslation('promotion')
  return (
    <Box as="li" gap={2} sidePad={2} align="center" className={styles.place} data-mine={mine}>
      <b>{rank}</b>
      <span>{mine ? t('you') : account}</span>
      <span>
        <Money text={total} unit={baseCoin.name} />
      </span>
    </Box>
  )
}
