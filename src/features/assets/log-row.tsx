import { Box, Stack } from '#src/ui/box.tsx'
import type { Log } from '#contract/assets/assets.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import styles from './log-row.module.css'
import { useKindName } from './use-kind-name.ts'

/** The names of the columns, where the list is wide enough to be a table. */
export function LogHeads() {
  const { t } = useTranslation('assets')
  return (
    <div className={styles.heads} aria-hidden="true">
      {['export.columns.time', 'filter.kind', 'filter.account', 'export.columns.amount', 'balanceAfter'].map((name) => (
        <span key={name}>{t(name)}</span>
      ))}
    </div>
  )
}

/** One booking: its kind, the amount, and the balance afterwards. */
export function LogRow({ log: { type, value, currency_name, account, after, created_time } }: { readonly log: Log }) {
  const { t } = useTranslation('assets')
  const nameOf = useKindName()
  const shown = useNumbers()
  return (
    <Box lay="row" gap={3} blockPad={3} justify="between" className={styles.row}>
      <Stack as="span" gap="hair" isTop shrinks className={styles.what}>
        <b>{nameOf(type)}</b>
        <small>{t(`accounts.${account}`)}</small>
        <small>
          <time dateTime={`${created_time.replace(' ', 'T')}Z`}>{shown.time(created_time)}</time>
        </small>
      </Stack>
      <Box as="span" items="end" text="end" lay="stack" gap="hair" isTop shrinks className={styles.much}>
        <Box as="span" weight="bold" nowrap size="lead" className={styles.value}>
          <Amount text={value} unit={currency_name} kind="gain" isPlain={value.startsWith('-')} isBare={false} />
        </Box>
        <small>
          <span className={styles.after}>{t('balanceAfter')}</span> <Amount text={after} unit={currency_name} />
        </small>
      </Box>
    </Box>
  )
}
