import { Box, Note } from '#src/ui/box.tsx'
import { recovery } from '#contract/session/recovery.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'

/** Says that somebody asked to remove the authenticator app, and cancels it. Nothing while nobody has asked. */
export function LostTotp() {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const failureText = useFailureText()
  const { value, refresh } = useRead('totpRemoval', (signal) => request.read(recovery.totpRemoval, {}, { signal }))
  const { isBusy, failure, send } = useSubmit(recovery.keepTotp, {
    onDone: () => {
      toast('account:lostTotp.kept')
      void refresh()
    },
  })
  const removal = value?.removal ?? null
  if (removal === null) return null
  const from = [removal.device, removal.place].filter((each) => each !== null).join(' · ')
  return (
    <>
      <Banner kind="warning" icon="warning">
        {t('lostTotp.text', {
          time: formatTime(removal.asked_ms),
          where: from === '' ? '' : ` (${from})`,
          from: formatTime(removal.from_ms),
        })}{' '}
        {t('lostTotp.advice')}
      </Banner>
      {failure !== null && (
        <Note role="alert" tone="danger">
          {failureText(failure)}
        </Note>
      )}
      <Box above={5}>
        <Button size="l" isWide icon="shield" isBusy={isBusy} mayRetry={failure !== null} onClick={() => send({})}>
          {t('lostTotp.keep')}
        </Button>
      </Box>
    </>
  )
}
