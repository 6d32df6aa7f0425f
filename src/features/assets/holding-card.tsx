import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import type { Freshness } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import styles from './holding-card.module.css'
import type { Holding } from './holdings.ts'
import { valued } from './valuation.ts'
import { useFiats } from './worth-card.tsx'

type Props = { readonly holding: Holding; readonly freshness: Freshness; readonly ageMs: number | null }

/** The amount of a coin, available and on hold, and its total value. */
export function HoldingCard({ holding: { name, logo, free, held, all, worth }, freshness, ageMs }: Props) {
  const { t } = useTranslation('assets')
  const { valuation, hideBalances, set } = useSettings()
  const { amount, scale, code } = valued(worth, valuation, useFiats())
  return (
    <Stack as="section" round={4} className={styles.card} aria-label={name}>
      <Row size={4} isTouch wraps className={styles.head}>
        <CoinIcon name={name} logo={logo} size={32} />
        <b>{name}</b>
        <IconButton
          icon={hideBalances ? 'eye-off' : 'eye'}
          label={t(hideBalances ? 'show' : 'hide')}
          onClick={() => set({ hideBalances: !hideBalances })}
        />
        <PriceAge freshness={freshness} ageMs={ageMs} />
      </Row>
      <p className={styles.all}>
        <Amount text={all} unit={name} kind="exact" isStale={freshness === 'stale'} />
      </p>
      <Box as="p" size={3} tone={2}>
        <span className="sr">{t('value')} </span>
        <Amount
          text={amount}
          unit={code}
          kind="places"
          scale={scale}
          isBare={false}
          before="≈ "
          isStale={freshness === 'stale'}
        />
      </Box>
      <Stack as="dl" columns={2} gap={3} above={4} line="top" className={styles.parts}>
        <div>
          <dt>{t('available')}</dt>
          <dd>
            <Amount text={free} unit={name} kind="exact" />
          </dd>
        </div>
        <div>
          <dt>{t('frozen')}</dt>
          <dd>
            <Amount text={held} unit={name} kind="exact" />
          </dd>
        </div>
      </Stack>
    </Stack>
  )
}
