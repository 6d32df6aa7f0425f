import { useChartDrawings } from '#src/stores/chart-drawings.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Switch } from '#src/ui/switch.tsx'
import type { PlacingKind } from '#src/ui/chart/placing.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartWords } from './chart-words.ts'
import { useLineText } from './use-line-text.ts'
import type { useDrawing } from './use-drawing.ts'

type Props = {
  readonly drawing: ReturnType<typeof useDrawing>
  readonly market: string
  readonly words: ChartWords
  /** What can be begun at a price is shown. */
  readonly onAtPrice: () => void
  readonly onClose: () => void
}

/** What is shown over the bars, and the lines to draw: begun, deleted one by one, or all at once. */
export function LineMenu({ drawing, market, words, onAtPrice, onClose }: Props) {
  const { t } = useTranslation(['trades', 'market'])
  const { isOwnShown, isFitted, choose, clear } = useChartDrawings()
  const [isAsking, setIsAsking] = useState(false)
  const begin = (kind: PlacingKind) => {
    onClose()
    drawing.draw(kind)
  }
  return (
    <Sheet title={t('market:lines')} isOpen onClose={onClose}>
      <Stack gap={3} endPad={4}>
        <Row as="label" gap={3} justify="between" isTouch>
          <span>{t('lines.own')}</span>
          <Switch label={t('lines.own')} isOn={isOwnShown} onChange={(isOn) => choose({ isOwnShown: isOn })} />
        </Row>
        <Row as="label" gap={3} justify="between" isTouch>
          <span>{t('lines.fit')}</span>
          <Switch
            label={t('lines.fit')}
            isOn={isFitted}
            disabled={!isOwnShown}
            onChange={(isOn) => choose({ isFitted: isOn })}
          />
        </Row>
        <Button
          kind="quiet"
          icon="bell"
          onClick={() => {
            onClose()
            onAtPrice()
          }}
        >
          {t('lines.atPrice')}
        </Button>
        <Stack fits={150} gap={2}>
          {(['horizontal', 'trend'] as const).map((kind) => (
            <Button key={kind} kind="quiet" icon="plus" disabled={drawing.isFull} onClick={() => begin(kind)}>
              {t(`lines.kinds.${kind}`)}
            </Button>
          ))}
        </Stack>
        {drawing.isFull && (
          <Box as="p" size={2} tone="warning">
            {t('lines.full', { max: drawing.lines.length })}
          </Box>
        )}
        {drawing.lines.length > 0 && <Drawn drawing={drawing} words={words} onClear={() => setIsAsking(true)} />}
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('lines.clear')}
        confirm={t('lines.clearAll')}
        dismiss={t('lines.keep')}
        kind="danger"
        onConfirm={() => {
          setIsAsking(false)
          clear(market)
        }}
        onClose={() => setIsAsking(false)}
      >
        {t('lines.clearAsk', { pair: market.replace('-', '/') })}
      </ConfirmDialog>
    </Sheet>
  )
}

type DrawnProps = Pick<Props, 'drawing' | 'words'> & { readonly onClear: () => void }
/** The lines that are drawn, deleted one by one or all at once. */
function Drawn({ drawing, words, onClear }: DrawnProps) {
  const { t } = useTranslation('trades')
  const lineText = useLineText(words)
  return (
    <>
      <Box as="ul" size={2}>
        {drawing.lines.map((line) => (
          <Row key={line.id} as="li" gap={3} justify="between" isTouch>
            <span>{lineText(line)}</span>
            <IconButton
              icon="trash"
              label={`${t('lines.remove')}: ${lineText(line)}`}
              onClick={() => drawing.remove(line.id)}
            />
          </Row>
        ))}
      </Box>
      <Button kind="text" onClick={onClear}>
        {t('lines.clear')}
      </Button>
    </>
  )
}
