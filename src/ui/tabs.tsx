import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './tabs.module.css'

export type TabItem<T extends string> = { readonly value: T; readonly label: ReactNode }

type Props<T extends string> = {
  /** The accessible name of the tab list. */
  readonly label: string
  readonly tabs: readonly TabItem<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly size?: 's' | 'm'
  readonly isWide?: boolean
  /** At the end of the row, outside of the tab list. */
  readonly aside?: ReactNode
  /** The panel of the selected tab; without it the caller renders the content itself. */
  readonly children?: ReactNode
}

const stepOf: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }

/** Selects one of several views by touch, mouse or arrow keys; only the selected tab is in the tab order. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  size = 'm',
  isWide = false,
  aside,
  children,
}: Props<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = Math.abs(step) === 1 ? (at + step + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1
    const tab = tabs[next]
    if (tab === undefined) return
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <>
      <div className={classes(styles.line, styles[size])}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          tabIndex={-1}
          className={classes(styles.tabs, isWide && styles.wide)}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              className={styles.tab}
              aria-selected={tab.value === value}
              aria-controls={children !== undefined && tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} className={styles.panel} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}
