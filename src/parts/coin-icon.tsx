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
    <span className={styles.icon} style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      <span className={styles.letter}>{name.slice(0, 1)}</span>
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
    </span>
  )
}
