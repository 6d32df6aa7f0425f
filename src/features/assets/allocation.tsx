import { Box } from '#src/ui/box.tsx'
import type { Balances } from '#streams/assets/assets.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import { accountOrder, holdingOf } from './holdings.ts'
import { sharesOf } from './pnl-sums.ts'
import { Panel } from './panel.tsx'
import styles from './pnl.module.css'

/** All accounts together by coin, as shares of the total value. */
export function Allocation({ balances }: { readonly balances: Balances }) {
  const { t } = useTranslation('assets')
  const shown = useNumbers()
  const isHidden = useSettings((settings) => settings.hideBalances)
  const worths = new Map<string, bigint>()
  for (const kind of accountOrder)
    for (const cell of balances.cells[kind]) {
      const { name, worth } = holdingOf(cell, kind)
      worths.set(name, (worths.get(name) ?? 0n) + parseDec(worth))
    }
  const shares = sharesOf(
    [...worths].map(([name, worth]) => ({ name, worth })),
    t('pnl.rest'),
  )
  if (shares.length === 0) return null
  return (
    <Panel name={t('pnl.allocation')}>
      <Box lay="row" gap={2} align="baseline" justify="between" className={styles.head}>
        <h2>{t('pnl.allocation')}</h2>
        <small>{t('pnl.coins', { count: [...worths.values()].filter((worth) => worth > 0n).length })}</small>
      </Box>
      <Box lay="row" gap="hair" round="full" clips className={styles.bar} aria-hidden="true">
        {shares.map(({ name, percent }, at) => (
          <i key={name} data-hue={at} style={{ flexGrow: Math.max(1, Math.round(Number(percent))) }} />
        ))}
      </Box>
      <Box as="ul" lay="row" size={2} wraps className={styles.shares}>
        {shares.map(({ name, percent }, at) => (
          <li key={name}>
            <i data-hue={at} aria-hidden="true" />
            {name} <b>{isHidden ? '••' : `${shown.places(percent, 1)}%`}</b>
          </li>
        ))}
      </Box>
    </Panel>
  )
}
