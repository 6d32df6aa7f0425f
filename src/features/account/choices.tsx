import { Box, Press } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { KeyboardEvent } from 'react'
import styles from './account.module.css'

type Props<V extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly value: string
  readonly onPick: (value: V) => void
}

/** A single choice as a list: arrow keys move, Enter and Space select; the selected line has a check mark. */
export function Choices<V extends string>({ label, options, value, onPick }: Props<V>) {
  const chosen = options.findIndex((option) => option.value === value)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
    const from = radios.findIndex((radio) => radio === document.activeElement)
    radios[(from + by + radios.length) % radios.length]?.focus()
  }
  return (
    <Box role="radiogroup" tabIndex={-1} aria-label={label} lay="column" onKeyDown={move}>
      {options.map((option, at) => (
        <Press
          key={option.value}
          role="radio"
          aria-checked={at === chosen}
          tabIndex={at === Math.max(0, chosen) ? 0 : -1}
          lay="row"
          sidePad={4}
          align="center"
          justify="between"
          text="start"
          isFull
          className={styles.choice}
          onClick={() => onPick(option.value)}
        >
          {option.label}
          {at === chosen && <Icon name="check" />}
        </Press>
      ))}
    </Box>
  )
}
