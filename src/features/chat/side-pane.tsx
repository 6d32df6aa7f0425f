import { useIsDesktop } from '#src/lib/use-media.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'

const ChatsPane = lazy(async () => ({ default: (await import('./chats-pane.tsx')).ChatsPane }))

/** The list of chats beside an open one; only desktops show it and load its code. */
export function SidePane({ here }: { readonly here: string | null }) {
  if (!useIsDesktop()) return null
  return (
    <Suspense fallback={<Skeleton lines={8} height={64} />}>
      <ChatsPane here={here} />
    </Suspense>
  )
}
