import { go } from '#src/lib/hash-location.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LivePrice } from './live-price.tsx'
import styles from './trade-layout.module.css'

type Pieces = { readonly ticket: ReactNode; readonly book: ReactNode; readonly orders: ReactNode }
type PhoneProps = Pieces & {
  readonly top?: ReactNode
  /** Null while it is folded away. */
  readonly chart: ReactNode
  readonly market: string
  /** Buttons that stay in view above the tab bar. */
  readonly deal?: ReactNode
}

/**
 * The phone layout of a trading page: ticket beside the book, orders below, and the chart above when it is asked for.
 */
export function TradePhoneLayout({ top, chart, market, ticket, book, orders, deal }: PhoneProps) {
  const { t } = useTranslation('market')
  return (
    <Stack gap={2} className={styles.phone}>
      {top}
      {chart !== null && (
        <section aria-label={t('chart')}>
          {chart}
          <Button kind="text" size="s" icon="expand" onClick={() => go(marketPaths.klineOf(market))}>
            {t('openKline')}
          </Button>
        </section>
      )}
      <div className={styles.pair}>
        {ticket}
        {book}
      </div>
      {orders}
      {deal !== undefined && (
        <Box blockPad={2} sidePad={3} gap={2} ground="page" line="top" className={styles.deal}>
          {deal}
        </Box>
      )}
    </Stack>
  )
}

/** The book of a trading page, with the content below it. */
export function BookColumn({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('market')
  return (
    <Stack as="section" gap={1} shrinks isTop aria-label={t('book')}>
      {children}
    </Stack>
  )
}

type LastPriceProps = { readonly market: string; readonly isStale: boolean; readonly children?: ReactNode }

/** The last price between the two sides of a book, with its age. */
export function LastPrice({ market, isStale, children }: LastPriceProps) {
  return (
    <Box as="span" lay="row" align="baseline" size={4} weight="bold" wraps sideGap={2} className={styles.middle}>
      <LivePrice market={market} hasArrow isStale={isStale} />
      {children}
    </Box>
  )
}
