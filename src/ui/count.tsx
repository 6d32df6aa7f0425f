import { Box } from './box.tsx'
import styles from './count.module.css'

type Props = {
  readonly count: number
  /** From here on it is said to be more. */
  readonly most?: number
  readonly tone?: 'accent' | 'quiet'
  /** For screen readers, in place of the bare number. */
  readonly said?: string
}

const grounds = { accent: 'fill', quiet: 'pressed' } as const

/** How many wait, as a number in a round field; nothing while none does. */
export function Count({ count, most = 99, tone, said }: Props) {
  if (count === 0) return null
  return (
    <Box
      as="span"
      round="full"
      size={1}
      weight="bold"
      ground={tone && grounds[tone]}
      className={styles.count}
      data-tone={tone}
    >
      <span aria-hidden={said === undefined ? undefined : true}>{count > most ? `${most}+` : count}</span>
      {said && <span className="sr">{said}</span>}
    </Box>
  )
}
