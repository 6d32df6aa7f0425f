import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

/** Asks for the fund password; who has none is led to where it is set. */
export function PacketPin(props: ComponentProps<typeof FundPassword>) {
  const { t } = useTranslation(['chat', 'refusals'])
  const user = useUser()
  if (user === null || user.has_password === 'set') return <FundPassword {...props} />
  return (
    <Banner
      kind="warning"
      icon="lock"
      action={
        <Button size="s" kind="quiet" onClick={() => go(accountPaths.changePayPassword)}>
          {t('chat:packet.setPin')}
        </Button>
      }
    >
      {t('refusals:pay_password_unset')}
    </Banner>
  )
}
