import { Box, Press } from '#src/ui/box.tsx'

type Props = {
  readonly words: readonly { readonly label: string; readonly text: string }[]
  readonly onChoose: (text: string) => void
}
/** What is said often: one press fills it in, and it can be changed. */
export const Words = ({ words, onChoose }: Props) => (
  <Box lay="row" gap={2} wraps>
    {words.map(({ label, text }) => (
      <Press
        key={label}
        sidePad={3}
        ground="pressed"
        round="full"
        size={2}
        tone={2}
        tall={36}
        onClick={() => onChoose(text)}
      >
        {label}
      </Press>
    ))}
  </Box>
)
