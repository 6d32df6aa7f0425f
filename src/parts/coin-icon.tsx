import { Box } from '#src/ui/box.tsx'
import { belowBase } from '#src/lib/below-base.ts'
import styles from './coin-icon.module.css'

/** The icon of a coin; hidden from screen readers, because its name is always beside it. */
export function CoinIcon({
  name,
  logo,
  size = 28,
}: {
  readonly name: string
  readonly logo: string
  readonly size?: number
}) {
  return (
    <Box
      as="span"
      ground="raised"
      round="full"
      isRelative
      keeps
      clips
      className={styles.icon}
      style={{ inlineSize: size, blockSize: size }}
      aria-hidden="true"
    >
      <Box as="span" size={2} tone={2} weight="bold">
        {name.slice(0, 1)}
      </Box>
      {logo !== '' && (
        <img
          src={belowBase(logo)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={(event) => (event.currentTarget.hidden = true)}
        />
      )}
    </Box>
  )
}
