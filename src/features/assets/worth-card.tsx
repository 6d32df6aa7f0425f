import { baseCoin } from '#contract/wire/limits.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Link } from '#src/parts/link.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import type { Totals } from '#streams/assets/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TodayPnl, TotalAmount, TotalHead, useFiats, useWorth } from '#src/parts/worth/total.tsx'
import type { Pnl } from '#contract/assets/assets.ts'
import { Amount } from '#src/parts/worth/amount.tsx'
import { sumOf } from '#src/parts/worth/valuation.ts'
import styles from './worth-card.module.css'

/** The total value in the chosen currency, with the main actions. */
export function WorthCard({
  live: { value, freshness, ageMs },
  pnl = null,
}: {
  readonly live: Live<Totals>
  readonly pnl?: Pnl | null
}) {
  const { t } = useTranslation('assets')
  const worth = useWorth(value)
  const total = value === null ? null : sumOf(Object.values(value))
  return (
    <Stack as="section" round={4} className={styles.card} aria-label={t('total')}>
      <Row tone={2} isTouch wraps size="dense">
        <TotalHead freshness={freshness} ageMs={ageMs}>
          <span>{t('total')}</span>
        </TotalHead>
      </Row>
      <Box lay="row" align="baseline" size={6} weight="bold" wraps sideGap={2} tall={44}>
        <TotalAmount worth={worth} freshness={freshness} />
        <Valuation />
      </Box>
      {total !== null && worth !== null && worth.code !== baseCoin.name && (
        <Box as="p" tone={2} size="dense">
          <Amount text={total} unit={baseCoin.name} isBare={false} before="≈ " />
        </Box>
      )}
      <TodayPnl pnl={pnl} />
      <WalletActions />
    </Stack>
  )
}

function Valuation() {
  const { t } = useTranslation('assets')
  const [isOpen, setIsOpen] = useState(false)
  const fiats = useFiats()
  const chosen = useSettings((settings) => settings.valuation)
  const set = useSettings((settings) => settings.set)
  const choices = [baseCoin.name, ...fiats.map(({ code }) => code)].map((code) => ({ value: code, label: code }))
  const code = choices.some(({ value }) => value === chosen) ? chosen : baseCoin.name
  return (
    <>
      <Press
        lay="inline"
        gap="hair"
        sidePad={1}
        align="center"
        size={3}
        tone={2}
        weight="medium"
        isTouch
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className="sr">{t('valuation')} </span>
        {code}
        <Icon name="chevron-down" size={16} />
      </Press>
      <MenuSheet
        title={t('valuation')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        choices={choices}
        chosen={code}
        onChoose={(valuation) => set({ valuation })}
      />
    </>
  )
}

type Action = { readonly word: string; readonly icon: IconName; readonly to: string }
const actions: readonly Action[] = [
  { word: 'deposit', icon: 'deposit', to: depositPaths.deposit },
  { word: 'withdraw', icon: 'withdraw', to: withdrawPaths.withdraw },
  { word: 'otc', icon: 'assets', to: otcPaths.otc },
  { word: 'transfer', icon: 'transfer', to: assetsPaths.transfer },
  { word: 'flash', icon: 'swap', to: assetsPaths.flash },
  { word: 'gift', icon: 'gift', to: assetsPaths.gift },
  { word: 'records', icon: 'history', to: assetsPaths.records },
]

/** The ways in which money comes, goes and changes. */
export function WalletActions() {
  const { t } = useTranslation('assets')
  return (
    <Stack as="ul" columns={4} gap={3} sideGap={2} topPad={4} className={styles.actions}>
      {actions.map(({ word, icon, to }) => (
        <li key={word}>
          <Link to={to} className={styles.action}>
            <span className={styles.mark} aria-hidden="true">
              <Icon name={icon} />
            </span>
            {t(word)}
          </Link>
        </li>
      ))}
    </Stack>
  )
}
