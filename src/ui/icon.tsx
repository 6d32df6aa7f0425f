import { iconPaths } from './icon-paths.ts'
import type { Look } from './looks.ts'

export type IconName = keyof typeof iconPaths

type Props = { readonly name: IconName; readonly size?: number; readonly tone?: Look['tone'] }

/** An icon beside text, hidden from screen readers; an icon without text belongs into an `IconButton`. */
export function Icon({ name, size = 22, tone }: Props) {
  const path: string = iconPaths[name]
  const isFilled = path.startsWith('f ')
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={tone === undefined ? undefined : `look-tone-${tone}`}
      style={{ flex: 'none' }}
    >
      <path
        d={isFilled ? path.slice(2) : path}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
