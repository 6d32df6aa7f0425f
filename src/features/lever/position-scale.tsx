import { Box } from '#src/ui/box.tsx'
import { compareDec } from '#contract/wire/money.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './position-scale.module.css'

/** A price that a contract meets: what is done there, and the net result. */
export type Bead = {
  readonly key: string
  readonly name: string
  readonly price: string
  readonly tone: 'rise' | 'fall' | 'danger' | 'plain'
  readonly net?: string | null
  readonly actions?: ReactNode
}
type Props = { readonly symbol: string; readonly mark: string; readonly beads: readonly Bead[] }

/** Room between two prices: by the root, so that near ones stay apart beside one that is far away. */
const room = (a: string, b: string) => Math.max(0.01, Math.sqrt(Math.abs(Number(a) - Number(b))))

/** All prices of a contract from the highest to the lowest, with the mark in the middle. */
export function PositionScale({ symbol, mark, beads }: Props) {
  const { t } = useTranslation('lever')
  const price = usePairPrice()
  const sorted = beads.toSorted((a, b) => compareDec(b.price, a.price))
  const above = sorted.filter((each) => compareDec(each.price, mark) > 0)
  const below = sorted.filter((each) => compareDec(each.price, mark) <= 0)
  const row = (bead: Bead, next: string) => (
    <li key={bead.key} style={{ flexGrow: room(bead.price, next) }}>
      <Row bead={bead} symbol={symbol} />
    </li>
  )
  return (
    <div className={styles.scale} role="group" aria-label={t('scale')}>
      <Box as="ul" lay="column" className={styles.half}>
        {above.map((bead, at) => row(bead, above[at + 1]?.price ?? mark))}
      </Box>
      <p className={styles.mark}>
        <span>{t('mark')}</span> <strong data-unit={symbol.split('/')[1]}>{price(mark, symbol)}</strong>
      </p>
      <Box as="ul" lay="column" className={styles.half} data-below="">
        {below.map((bead, at) => row(bead, below[at - 1]?.price ?? mark))}
      </Box>
    </div>
  )
}

function Row({ bead, symbol }: { readonly bead: Bead; readonly symbol: string }) {
  const price = usePairPrice()
  const shown = useNumbers()
  const quote = symbol.split('/')[1] ?? ''
  const { name, price: at, tone, net = null, actions } = bead
  return (
    <div className={styles.bead} data-tone={tone}>
      <span className={styles.name}>{name}</span>
      <span data-unit={quote}>{price(at, symbol)}</span>
      <span className={styles.net}>{net === null ? '' : shown.gain(net, quote)}</span>
      {actions !== undefined && (
        <Box as="span" lay="row" pushes>
          {actions}
        </Box>
      )}
    </div>
  )
}
