import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

/** An icon beside text, hidden from screen readers; an icon without text belongs into an `IconButton`. */
export function Icon({ name, size = 22 }: { readonly name: IconName; readonly size?: number }) {
  const path: string = iconPaths[name]
  const isFilled = path.startsWith('f ')
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
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
