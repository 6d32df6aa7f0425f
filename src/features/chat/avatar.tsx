import { belowBase } from '#src/lib/below-base.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './chat.module.css'

const tones = 6
const toneOf = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % tones
const firstOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '?'

type Props = {
  /** Of the person or group; null where it is not told: then the colour is nobody's. */
  readonly id: string | null
  readonly name: string
  readonly picture: string | null
  readonly isGroup?: boolean
  readonly size?: 's' | 'm' | 'l'
}

/** A picture, or the first letter on a colour that stays with the id. */
export function Avatar({ id, name, picture, isGroup = false, size = 'm' }: Props) {
  return (
    <span
      className={styles.avatar}
      data-tone={id === null ? undefined : toneOf(id)}
      data-size={size}
      data-group={isGroup || undefined}
      aria-hidden="true"
    >
      {picture === null || picture === '' ? (
        isGroup ? (
          <Icon name="people" size={size === 's' ? 18 : 22} />
        ) : (
          firstOf(name)
        )
      ) : (
        <img src={belowBase(picture)} alt="" loading="lazy" />
      )}
    </span>
  )
}
