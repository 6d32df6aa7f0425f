import type { Lang } from '#contract/wire/languages.ts'
import { Box, Press } from '#src/ui/box.tsx'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Keys of the texts, and beside them of what the buttons say. */
  readonly words: readonly { readonly label: string; readonly key: string }[]
  /** In what the person reads: the button is the operator's, its text the reader's. */
  readonly lang: Lang
  readonly onChoose: (text: string) => void
}
/** What is said often: one press fills it in, in the language of who reads it, and it can be changed. */
export const Words = (props: Props) => (
  <Suspense>
    <Row {...props} />
  </Suspense>
)
function Row({ words, lang, onChoose }: Props) {
  const { t } = useTranslation('desk', { lng: lang })
  return (
    <Box lay="row" gap={2} wraps>
      {words.map(({ label, key }) => (
        <Press
          key={key}
          sidePad={3}
          ground="pressed"
          round="full"
          size={2}
          tone={2}
          tall={36}
          onClick={() => onChoose(t(key))}
        >
          {label}
        </Press>
      ))}
    </Box>
  )
}
