import { useIsDesktop } from '#src/lib/use-media.ts'
import { Box } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import type { ReactNode } from 'react'
import styles from './otc.module.css'
import { OtcNav, type Place } from './otc-nav.tsx'

type Props = {
  readonly title: string
  readonly here: Place
  readonly onRefresh: () => Promise<unknown>
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One of the four places of OTC: the way to the others is at the thumb, and on a desk above what one looks at. */
export function OtcPage({ title, here, onRefresh, actions, children }: Props) {
  const isDesk = useIsDesktop()
  const nav = <OtcNav here={here} />
  return (
    <Page
      title={title}
      isBroad
      onRefresh={onRefresh}
      {...(actions !== undefined && { actions })}
      {...(!isDesk && { footer: nav })}
    >
      {isDesk && (
        <Box className={styles.top} below={4}>
          {nav}
        </Box>
      )}
      {children}
    </Page>
  )
}
