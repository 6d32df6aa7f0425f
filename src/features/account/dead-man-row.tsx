import { useUser } from '#src/actors/use-session.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonRow } from './rows.tsx'

const DeadManSheet = lazy(async () => ({ default: (await import('./dead-man-sheet.tsx')).DeadManSheet }))

/** Opens the dead-man switch. */
export function DeadManRow({ isOpen: isFirst }: { readonly isOpen: boolean }) {
  const { t } = useTranslation('account')
  const account = useUser()?.id ?? null
  const [isOpen, setIsOpen] = useState(isFirst)
  if (account === null) return null
  return (
    <>
      <ButtonRow icon="shield" label={t('deadMan.title')} onPress={() => setIsOpen(true)} />
      <Sheet title={t('deadMan.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Suspense fallback={<Skeleton lines={4} height={48} />}>
          <DeadManSheet account={account} />
        </Suspense>
      </Sheet>
    </>
  )
}
