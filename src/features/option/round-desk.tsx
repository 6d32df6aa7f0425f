import { Row } from '#src/ui/box.tsx'
import { Fitted, Split, useDocks } from '#src/parts/trade/dock-split.tsx'
import desk from '#src/parts/trade/trade-desk-layout.module.css'
import { IconButton } from '#src/ui/button.tsx'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './panel.module.css'

type Props = {
  readonly card: ReactNode
  /** As high as `--chart-height` says. */
  readonly chart: ReactNode
  readonly ticket: ReactNode
  readonly stakes: ReactNode
}
/** So that the least height of its dock still shows a chart; the dock scrolls. */
const leastChart = 160
type High = CSSProperties & { readonly '--chart-height': string }
const highOf = (height: number): High => ({ '--chart-height': `${Math.max(leastChart, height)}px` })

/** The desktop layout of rounds: round with its chart, form and stakes, each resized by mouse, finger or keys. */
export function RoundDesk({ card, chart, ticket, stakes }: Props) {
  const { t } = useTranslation('trades')
  const docks = useDocks('option')
  return (
    <div className={desk.desk}>
      <Split docks={docks} name="desk">
        <Split docks={docks} name="main" isColumn>
          <div className={desk.panel}>
            <Row gap={2} align="start" endPad={3} className={styles.round}>
              {card}
              {docks.isChanged && <IconButton icon="refresh" label={t('docks.reset')} onClick={docks.resetAll} />}
            </Row>
            <Fitted>{(height) => <div style={highOf(height)}>{chart}</div>}</Fitted>
          </div>
          <div className={desk.panel}>{stakes}</div>
        </Split>
        <div className={desk.panel}>{ticket}</div>
      </Split>
    </div>
  )
}
