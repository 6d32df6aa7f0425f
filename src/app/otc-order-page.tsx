import { OrderPage } from '#src/features/otc/order-page.tsx'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'

const RoomBeside = lazy(async () => ({ default: (await import('#src/features/chat/room-beside.tsx')).RoomBeside }))

/** One order of OTC; on desktops its chat stands beside it, on phones it is a page of its own. */
export function OtcOrderPage() {
  const isDesk = useIsDesktop()
  return (
    <OrderPage
      {...(isDesk && {
        talk: (user: string, name: string) => (
          <Suspense fallback={<Skeleton lines={6} height={48} />}>
            <RoomBeside key={user} user={user} name={name} />
          </Suspense>
        ),
      })}
    />
  )
}
