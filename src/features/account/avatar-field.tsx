import { FileInput } from '#src/parts/form/file-input.tsx'
import { Box, Note } from '#src/ui/box.tsx'
import { chatAccount } from '#contract/chat/chat-account.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useUpload } from '#src/actors/use-upload.ts'
import { useUploadFault } from '#src/parts/form/use-upload-fault.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { belowBase } from '#src/lib/below-base.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AvatarSheet } from './avatar-sheet.tsx'
import { useRefreshUser } from './use-refresh-user.ts'

/** The avatar: pick a picture, follow the upload, cancel or retry. */
export function AvatarField({ avatar }: { readonly avatar: string | null }) {
  const { t } = useTranslation('account')
  const failureText = useFailureText()
  const refresh = useRefreshUser()
  const [isChoosing, setChoosing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload('avatar')
  const submit = useSubmit(chatAccount.updateUser, {
    onDone: () => {
      refresh()
      toast('account:avatar.done')
    },
  })
  useOnValue(upload.url, (picture) => submit.send({ avatar: picture }))
  const uploadFault = useUploadFault(upload.failure)
  const faultOf = () => {
    if (uploadFault !== null) return uploadFault
    return submit.state === 'refused' && submit.failure !== null ? failureText(submit.failure) : null
  }
  const wrong = faultOf()
  return (
    <Box lay="column" gap={2} align="center" topPad={5} endPad={3}>
      <Box as="span" ground="accent" tone="accent" clips square={88} round="full">
        {avatar === null ? (
          <Icon name="user" size={40} />
        ) : (
          <img data-cover="" src={belowBase(avatar)} alt={t('avatar.label')} />
        )}
      </Box>
      <FileInput
        ref={input}
        accept="image/jpeg,image/png,image/webp"
        tabIndex={-1}
        aria-label={t('avatar.change')}
        onFiles={([file]) => file !== undefined && upload.choose(file)}
      />
      {upload.state === 'sending' ? (
        <>
          <Note role="status">{t('avatar.uploading', { percent: Math.round(upload.percent) })}</Note>
          <Button kind="text" onClick={upload.cancel}>
            {t('avatar.cancel')}
          </Button>
        </>
      ) : (
        <>
          <Button kind="text" icon="camera" isBusy={submit.isBusy} onClick={() => input.current?.click()}>
            {t('avatar.change')}
          </Button>
          <Button kind="text" disabled={submit.isBusy} onClick={() => setChoosing(true)}>
            {t('avatar.ours')}
          </Button>
        </>
      )}
      {isChoosing && (
        <AvatarSheet
          onClose={() => setChoosing(false)}
          onChoose={(path) => {
            setChoosing(false)
            submit.send({ avatar: path })
          }}
        />
      )}
      {wrong !== null && (
        <Note role="alert" tone="danger">
          {wrong}
        </Note>
      )}
    </Box>
  )
}
