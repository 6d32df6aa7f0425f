import { Box, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './photo-examples.module.css'

/** A card as one would photograph it: a face, and lines of text. */
const Card = () => (
  <g>
    <rect className={styles.card} x="10" y="16" width="60" height="38" rx="4" />
    <circle className={styles.ink} cx="24" cy="31" r="6" />
    <path className={styles.ink} d="M14 48c1-7 5-9 10-9s9 2 10 9Z" />
    <path className={styles.line} d="M42 28h22M42 36h22M42 44h14" />
  </g>
)
const drawings = {
  good: <Card />,
  cut: (
    <g transform="translate(26 14)">
      <Card />
    </g>
  ),
  blurred: (
    <g className={styles.blurred}>
      <Card />
    </g>
  ),
  glare: (
    <>
      <Card />
      <path className={styles.glare} d="M34 10 62 10 40 60 12 60Z" />
    </>
  ),
} as const satisfies Record<string, ReactNode>
const names = ['good', 'cut', 'blurred', 'glare'] as const

/** What a photo should look like, and what is sent back. */
export function PhotoExamples() {
  const { t } = useTranslation('camera')
  return (
    <Stack as="ul" gap={2} aria-label={t('examples.title')} className={styles.examples}>
      {names.map((name) => (
        <Stack key={name} as="li" gap={1} items="center" text="center">
          <Box
            ground="well"
            round={2}
            clips
            isFull
            isRelative
            className={styles.picture}
            data-good={name === 'good' || undefined}
          >
            <svg viewBox="0 0 80 70" aria-hidden="true">
              {drawings[name]}
            </svg>
            <span className={styles.mark}>
              <Icon name={name === 'good' ? 'check' : 'close'} size={14} />
            </span>
          </Box>
          <Box as="span" size={2} tone={2} breaks>
            {t(`examples.${name}`)}
          </Box>
        </Stack>
      ))}
    </Stack>
  )
}
