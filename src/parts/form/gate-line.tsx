import { go } from '#src/lib/hash-location.ts'
import { Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import type { ReactNode } from 'react'
import styles from './gate.module.css'

type LineProps = {
  readonly title: string
  /** The way to it; without one there is nothing to do but wait. */
  readonly label?: string
  readonly to?: string
  readonly children?: ReactNode
}
/** One thing that is missing, and the way to it. */
export function Line({ title, label, to, children }: LineProps) {
  return (
    <>
      <Stack as="span" gap="hair" shrinks className={styles.text}>
        <b>{title}</b>
        {children !== undefined && <small>{children}</small>}
      </Stack>
      {to !== undefined && (
        <Button size="s" kind="quiet" onClick={() => go(to)}>
          {label}
        </Button>
      )}
    </>
  )
}
