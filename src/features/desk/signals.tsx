import { Box } from '#src/ui/box.tsx'
import type { DeskCase } from '#contract/desk/desk-cases.ts'
import { useTranslation } from 'react-i18next'

/** What should make a decider look twice, in words. */
export function Signals({ signals }: Pick<DeskCase, 'signals'>) {
  const { t } = useTranslation('desk')
  if (signals.length === 0) return null
  return (
    <Box as="span" lay="row" gap={1} wraps>
      {signals.map((signal) => (
        <Box key={signal} as="span" blockPad="hair" sidePad={2} ground="warning" round={1} size={1} tone="warning">
          {t(`signals.${signal}`)}
        </Box>
      ))}
    </Box>
  )
}
