import { chatAccount } from '#contract/chat-account.ts'
import { limits } from '#contract/wire/limits.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useServices } from '#src/actors/services.tsx'
import { uploadLogic } from '#src/actors/upload.actors.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useMachine } from '@xstate/react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { useRefreshUser } from './use-refresh-user.ts'

const megabyte = 1024 * 1024

/** The face of the account: choose a picture, see how far it is, cancel or try again. */
export function AvatarField({ avatar }: { readonly avatar: string | null }) {
  const { t } = useTranslation('account')
  const services = useServices()
  const failureText = useFailureText()
  const refresh = useRefreshUser()
  const input = useRef<HTMLInputElement>(null)
  const logic = useMemo(() => uploadLogic(services, 'avatar'), [services])
  const [snapshot, send] = useMachine(logic, { input: { maxBytes: limits.pictureBytes } })
  const submit = useSubmit(chatAccount.updateUser, {
    onDone: () => {
      refresh()
      toast('account:avatar.done')
    },
  })
  const { upload, percent } = snapshot.context
  const url = upload?.url ?? null
  useOnValue(url, (picture) => submit.send({ avatar: picture }))
  const wrong = snapshot.matches('tooLarge')
    ? t('avatar.tooLarge', { megabytes: limits.pictureBytes / megabyte })
    : snapshot.matches('failed')
      ? t('avatar.failed')
      : submit.state === 'refused' && submit.failure !== null
        ? failureText(submit.failure)
        : null
  return (
    <div className={styles.picture}>
      <span className={styles.face}>{avatar === null ? <Icon name="user" size={40} /> : <img src={avatar} alt={t('avatar.label')} />}</span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className={styles.file}
        tabIndex={-1}
        aria-label={t('avatar.change')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) send({ type: 'choose', file })
          target.value = ''
        }}
      />
      {snapshot.matches('sending') ? (
        <>
          <p role="status" className={styles.uploading}>
            {t('avatar.uploading', { percent: Math.round(percent) })}
          </p>
          <Button kind="text" onClick={() => send({ type: 'cancel' })}>
            {t('avatar.cancel')}
          </Button>
        </>
      ) : (
        <Button kind="text" icon="camera" isBusy={submit.isBusy} onClick={() => input.current?.click()}>
          {t('avatar.change')}
        </Button>
      )}
      {wrong !== null && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
    </div>
  )
}
