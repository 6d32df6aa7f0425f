import { Box, Stack } from '#src/ui/box.tsx'
import styles from './prose.module.css'
import { paragraphsOf, type Piece } from './paragraphs.ts'

/** Renders a plain text with paragraphs, line breaks and links for https URLs. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <Stack gap={4} tone={1} breaks className={styles.prose}>
      {paragraphsOf(text).map((lines, at) => (
        <p key={at}>
          {lines.map((pieces, line) => (
            <Box key={line} as="span" isBlock>
              {pieces.map(showPiece)}
            </Box>
          ))}
        </p>
      ))}
    </Stack>
  )
}

const showPiece = ({ text, href }: Piece, at: number) =>
  href === null ? (
    <span key={at}>{text}</span>
  ) : (
    <a key={at} href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
