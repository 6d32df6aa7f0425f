import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  readonly kind?: 'primary' | 'buy' | 'sell' | 'quiet' | 'danger' | 'text'
  readonly size?: 's' | 'm' | 'l'
  /** Under way: shows a ring, takes no second tap, keeps its width. */
  readonly isBusy?: boolean
  /** What it set going was refused: the next tap is meant, however soon. */
  readonly mayRetry?: boolean
  /** As wide as what it stands in. */
  readonly isWide?: boolean
  readonly icon?: IconName
  readonly children: ReactNode
}

/** The one button. While busy it keeps the focus, so that a screen reader hears how it ends. */
export function Button(props: Props) {
  const { kind = 'primary', size = 'm', isBusy = false, mayRetry = false, isWide = false, icon, children, onClick, ...rest } = props
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
  /** What it does, in words: read aloud and shown on hover. */
  readonly label: string
}

/** A button that is only a picture. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.icon} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
