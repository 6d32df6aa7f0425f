import { Note, Press, Stack } from './box.tsx'
import { useId, type CSSProperties } from 'react'
import styles from './slider.module.css'

const stops = [0, 25, 50, 75, 100] as const

type Props = {
  readonly label: string
  /** A whole percentage. */
  readonly value: number
  readonly onChange: (percent: number) => void
  readonly disabled?: boolean
  /** Why the share cannot be taken; said below. */
  readonly why?: string | null
}

type Filled = CSSProperties & { readonly '--share': string }

/** A percentage of a balance, set by dragging, by arrow keys or by a tap on a stop. */
export function Slider({ label, value, onChange, disabled = false, why = null }: Props) {
  const id = useId()
  const describedBy = why === null ? undefined : `${id}-why`
  const percent = Math.min(100, Math.max(0, Math.round(value)))
  const filled: Filled = { '--share': `${percent}%` }
  return (
    <Stack gap={1} style={filled}>
      <div className={styles.track}>
        <span className={styles.fill} aria-hidden="true" />
        {stops.map((stop) => (
          <span
            key={stop}
            className={styles.dot}
            style={{ insetInlineStart: `${stop}%` }}
            data-passed={stop <= percent}
            aria-hidden="true"
          />
        ))}
        <input
          id={id}
          type="range"
          className={styles.range}
          min={0}
          max={100}
          step={1}
          value={percent}
          disabled={disabled}
          aria-label={label}
          aria-describedby={describedBy}
          aria-valuetext={`${percent}%`}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      </div>
      <Stack gap={1} columns={4}>
        {stops.slice(1).map((stop) => (
          <Press
            key={stop}
            size={1}
            ground={percent === stop ? 'accent' : 'pressed'}
            tone={percent === stop ? 'accent' : 2}
            className={styles.stop}
            aria-describedby={describedBy}
            aria-pressed={percent === stop}
            disabled={disabled}
            onClick={() => onChange(stop)}
          >
            {`${stop}%`}
          </Press>
        ))}
      </Stack>
      {why !== null && (
        <Note id={describedBy} size={1}>
          {why}
        </Note>
      )}
    </Stack>
  )
}
