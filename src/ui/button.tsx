import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  readonly kind?: 'primary' | 'buy' | 'sell' | 'quiet' | 'danger' | 'text'
  readonly size?: 's' | 'm' | 'l'
  /** In progress: shows a spinner, ignores taps and keeps its width. */
  readonly isBusy?: boolean
  /** The last action was refused: the next tap is not blocked by the double-tap guard. */
  readonly mayRetry?: boolean
  /** As wide as its container. */
  readonly isWide?: boolean
  readonly icon?: IconName
  readonly children: ReactNode
}

/** The button. While busy it keeps the focus, so that a screen reader announces the result. */
export function Button(props: Props) {
  const {
    kind = 'primary',
    size = 'm',
    isBusy = false,
    mayRetry = false,
    isWide = false,
    icon,
    children,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[kind], styles[size], isWide && styles.wide)}
      aria-busy={isBusy || undefined}
      data-retry={mayRetry || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <span className={styles.face}>
        {icon !== undefined && <Icon name={icon} size={18} />}
        {children}
      </span>
      {isBusy && <span className={styles.ring} aria-hidden="true" />}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  readonly icon: IconName
  /** The accessible name, also shown on hover. */
  readonly label: string
}

/** A button with an icon and no text. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.icon} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
