import { accountPaths } from '#src/lib/paths/account.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './gate.module.css'
import { Line } from './gate-line.tsx'
import { payeePath } from './payee-path.ts'
import type { Gap, Gate } from './use-gate.ts'

/** Who lacks nothing loads neither. */
const SumLine = lazy(async () => ({ default: (await import('./gate-lines.tsx')).SumLine }))
const LevelLine = lazy(async () => ({ default: (await import('./gate-lines.tsx')).LevelLine }))

/** What is missing before the form can be sent, all of it at once, each with the way to it; empty without a gap. */
export function GateCard({ gate }: { readonly gate: Gate }) {
  const { gaps, stops, usesPin, card } = gate
  // A lock is told by its banner: there is nothing to do but wait.
  const open = gaps.filter(({ kind }) => kind !== 'lock')
  if (gaps.length === 0) return null
  return (
    <div ref={card} tabIndex={-1} className={styles.gate}>
      <LockBanner stops={stops} usesPin={usesPin} />
      {open.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} height={24} />}>
          <Gaps gaps={open} />
        </Suspense>
      )}
    </div>
  )
}

/** What is missing, each with the way to it. */
function Gaps({ gaps }: { readonly gaps: readonly Gap[] }) {
  const id = useId()
  const { t } = useTranslation('gate')
  return (
    <Stack as="section" aria-labelledby={id} blockPad={3} sidePad={4} gap={3} ground="warning" round={3}>
      <h2 id={id}>{t('title')}</h2>
      <Stack as="ul" gap={3} className={styles.gaps}>
        {gaps.map((gap) => (
          <li key={gap.kind}>
            <Suspense fallback={<Skeleton lines={2} height={16} />}>
              <GapLine gap={gap} />
            </Suspense>
          </li>
        ))}
      </Stack>
      <Box as="p" size={1}>
        {t('kept')}
      </Box>
    </Stack>
  )
}

function GapLine({ gap }: { readonly gap: Gap }) {
  const { t, i18n } = useTranslation(['gate', 'ui'])
  if (gap.kind === 'lock') return null
  if (gap.kind === 'level') return <LevelLine level={gap.level} />
  if (gap.kind === 'pin') return <Line title={t('pin')} label={t('set')} to={accountPaths.changePayPassword} />
  if (gap.kind === 'address') return <Line title={t('address')} label={t('add')} to={gap.to} />
  if (gap.kind !== 'payee') return <SumLine kind={gap.kind} sums={gap.sums} />
  const type = gap.of === 'any' ? 'disjunction' : 'conjunction'
  const list = new Intl.ListFormat(document.documentElement.lang || i18n.language, { type })
  return (
    <Line title={t('payee')} label={t('add')} to={payeePath(gap.ways)}>
      {list.format(gap.ways.map((way) => t(`ui:payee.ways.${way}`)))}
    </Line>
  )
}
