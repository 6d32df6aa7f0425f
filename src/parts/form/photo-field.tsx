import { FieldNote } from '#src/ui/field.tsx'
import { FileInput } from './file-input.tsx'
import type { UploadFolder } from '#contract/platform/platform.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { FrameKind } from '#src/parts/camera/frame.tsx'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpload } from '#src/actors/use-upload.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { useUploadFault } from './use-upload-fault.ts'
import styles from './photo-field.module.css'

const CameraSheet = lazy(async () => ({ default: (await import('#src/parts/camera/camera-sheet.tsx')).CameraSheet }))

type Props = {
  readonly label: string
  readonly hint: string
  readonly folder: UploadFolder
  /** The URL of the uploaded photo; blank when there is none. */
  readonly value: string
  readonly onChange: (url: string) => void
  /** A fault, shown instead of the hint. */
  readonly error?: string | null
  /** What the camera frames; without it a photo is only picked. */
  readonly frame?: FrameKind
}

/** A photo: picked or taken, uploaded with progress, then previewed, replaced or retried. Namespace: `kyc`. */
export function PhotoField({ label, hint, folder, value, onChange, error, frame }: Props) {
  const { t } = useTranslation('kyc')
  const id = useId()
  const upload = useUpload(folder)
  useOnValue(upload.url, onChange)
  const isSending = upload.state === 'sending'
  const wrong = useUploadFault(upload.failure) ?? (isSending ? null : (error ?? null))
  return (
    <Stack isRelative className={styles.field} role="group" aria-labelledby={`${id}-label`}>
      <Box id={`${id}-label`} as="span" size={2} tone={2}>
        {label}
      </Box>
      <FileInput
        id={id}
        accept="image/*"
        disabled={isSending}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        aria-invalid={wrong !== null || undefined}
        onFiles={([file]) => file !== undefined && upload.choose(file)}
      />
      <Stack
        ground="well"
        round={3}
        isRelative
        clips
        className={styles.box}
        data-face=""
        data-wrong={wrong !== null || undefined}
      >
        {isSending ? (
          <Stack sidePad={4} className={styles.way}>
            <Progress label={t('photo.sending')} percent={upload.percent} onCancel={upload.cancel} />
          </Stack>
        ) : (
          <Box
            htmlFor={id}
            as="label"
            gap={2}
            items="center"
            size={3}
            tone="accent"
            isFull
            isRelative
            className={styles.choose}
          >
            {value === '' ? <Icon name="camera" size={28} /> : <Picture key={value} url={value} alt={label} />}
            <span className={value === '' ? undefined : styles.change}>
              {t(value === '' ? 'photo.choose' : 'photo.change')}
            </span>
          </Box>
        )}
      </Stack>
      <FieldNote id={`${id}-note`} isWrong={wrong !== null}>
        {wrong ?? hint}
        {upload.state === 'failed' && (
          <Button kind="text" size="s" icon="refresh" onClick={upload.retry}>
            {t('photo.retry')}
          </Button>
        )}
      </FieldNote>
      {frame !== undefined && !isSending && (
        <FramedPhoto label={label} frame={frame} onPhoto={(file) => upload.choose(file)} />
      )}
    </Stack>
  )
}

type FramedProps = { readonly label: string; readonly frame: FrameKind; readonly onPhoto: (photo: File) => void }
/** The way to the camera, with a frame that shows where its subject belongs. */
function FramedPhoto({ label, frame, onPhoto }: FramedProps) {
  const { t } = useTranslation('camera')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Box>
        <Button
          kind="quiet"
          size="s"
          icon="camera"
          aria-label={`${t('open')}: ${label}`}
          onClick={() => setIsOpen(true)}
        >
          {t('open')}
        </Button>
      </Box>
      {isOpen && (
        <Suspense>
          <CameraSheet
            title={label}
            frame={frame}
            onClose={() => setIsOpen(false)}
            onPhoto={(photo) => {
              setIsOpen(false)
              onPhoto(photo)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The stored photo; if its link has expired, an icon shows that it is stored. */
function Picture({ url, alt }: { readonly url: string; readonly alt: string }) {
  return (
    <>
      <Icon name="check" size={28} />
      <img src={belowBase(url)} alt={alt} onError={(event) => (event.currentTarget.hidden = true)} />
    </>
  )
}
