import { FieldNote } from '#src/ui/field.tsx'
import { FileInput } from './file-input.tsx'
import type { UploadFolder } from '#contract/platform/platform.ts'
import { useUpload } from '#src/actors/use-upload.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './picture-field.module.css'
import { useUploadFault } from './use-upload-fault.ts'

type Props = {
  readonly label: string
  readonly hint?: string
  readonly folder: UploadFolder
  /** Links of the stored pictures, in order. Only these may be sent with the form. */
  readonly value: readonly string[]
  readonly onChange: (urls: readonly string[]) => void
  readonly max: number
  readonly error?: string | null
  /** How many pictures are on their way. */
  readonly onPending?: (count: number) => void
}
/** A file that is uploading; `replaces` is the link of the picture that it replaces. */
type Pending = { readonly id: number; readonly file: File; readonly replaces: string | null }

/** The files of a form that are on their way, beside the pictures that are stored. */
function usePending({ value, onChange, onPending }: Props) {
  const [pending, setPending] = useState<readonly Pending[]>([])
  // A file that failed is not on its way: it neither holds the form up nor takes the place of a good one.
  const [failed, setFailed] = useState<ReadonlySet<number>>(new Set())
  const made = useRef(0)
  const isUnderWay = ({ id: each }: Pending) => !failed.has(each)
  const underWay = pending.filter(isUnderWay).length
  useEffect(() => onPending?.(underWay), [underWay, onPending])
  // A ref, because two uploads may end before the next render.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const put = (urls: readonly string[]) => {
    latest.current = urls
    onChange(urls)
  }
  const begin = (files: readonly File[], replaces: string | null) => {
    const fresh = files.map((file) => {
      made.current += 1
      return { id: made.current, file, replaces }
    })
    setPending((now) => [...now.filter((each) => isUnderWay(each) || each.replaces !== replaces), ...fresh])
  }
  const setIsFailed = useCallback((one: number, isFailed: boolean) => {
    setFailed((now) =>
      now.has(one) === isFailed ? now : new Set(isFailed ? [...now, one] : [...now].filter((other) => other !== one)),
    )
  }, [])
  const end = (gone: Pending) => setPending((now) => now.filter((each) => each.id !== gone.id))
  const stored = (each: Pending, url: string) => {
    end(each)
    const { replaces } = each
    const { current: now } = latest
    put(replaces === null ? [...now, url] : now.map((other) => (other === replaces ? url : other)))
  }
  return { pending, isUnderWay, begin, end, put, stored, setIsFailed }
}

/**
 * One or more pictures of a form. Each uploads at once with its progress and
 * can be cancelled, retried, replaced or removed.
 */
export function PictureField(props: Props) {
  const { label, hint, folder, value, max, error } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const { pending, isUnderWay, begin, end, put, stored, setIsFailed } = usePending(props)
  const added = pending.filter(({ replaces }) => replaces === null)
  const room = max - value.length - added.filter(isUnderWay).length
  const upload = (each: Pending) => (
    <Uploading
      key={each.id}
      id={each.id}
      file={each.file}
      folder={folder}
      onGone={() => end(each)}
      onFailed={setIsFailed}
      onStored={(url) => stored(each, url)}
    />
  )
  const isWrong = error !== undefined && error !== null && pending.length === 0
  return (
    <Stack className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <Box id={`${id}-label`} as="span" lay="row" justify="between" size={2} tone={2}>
        {label}
        <small>{t('picture.count', { count: value.length, max })}</small>
      </Box>
      <ul className={styles.tiles}>
        {value.map((url, at) => {
          const replacing = pending.find(({ replaces }) => replaces === url)
          if (replacing !== undefined) return upload(replacing)
          return (
            <Stack key={url} as="li" ground="well" round={3} isRelative clips className={styles.tile}>
              <Picture url={url} alt={t('picture.nth', { n: at + 1 })} />
              <Chooser
                label={t('picture.replace', { n: at + 1 })}
                onFiles={(files) => begin(files.slice(0, 1), url)}
                className={styles.replace}
              >
                <Icon name="refresh" size={20} />
              </Chooser>
              <IconButton
                icon="close"
                label={t('picture.remove', { n: at + 1 })}
                onClick={() => put(value.filter((other) => other !== url))}
              />
            </Stack>
          )
        })}
        {added.map(upload)}
        {room > 0 && (
          <AddTile
            label={`${label}: ${t('picture.add')}`}
            isWrong={isWrong}
            describedBy={`${id}-note`}
            isMultiple={room > 1}
            onFiles={(files) => begin(files.slice(0, room), null)}
          />
        )}
      </ul>
      <FieldNote id={`${id}-note`} isWrong={isWrong}>
        {isWrong ? error : hint}
      </FieldNote>
    </Stack>
  )
}

type AddTileProps = {
  readonly label: string
  readonly isWrong: boolean
  readonly describedBy: string
  readonly isMultiple: boolean
  readonly onFiles: (files: readonly File[]) => void
}
function AddTile({ label, isWrong, describedBy, isMultiple, onFiles }: AddTileProps) {
  const { t } = useTranslation('ui')
  return (
    <Stack as="li" ground="well" round={3} isRelative clips className={styles.tile} data-wrong={isWrong || undefined}>
      <Chooser
        label={label}
        isMultiple={isMultiple}
        isInvalid={isWrong}
        describedBy={describedBy}
        onFiles={onFiles}
        className={styles.add}
      >
        <Icon name="camera" size={24} />
        <span>{t('picture.add')}</span>
      </Chooser>
    </Stack>
  )
}

type ChooserProps = {
  readonly label: string
  readonly isMultiple?: boolean
  readonly isInvalid?: boolean
  readonly describedBy?: string
  readonly className?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** A label over a file input, so that keyboard, screen reader and camera work natively. */
function Chooser({
  label,
  isMultiple = false,
  isInvalid = false,
  describedBy,
  className,
  onFiles,
  children,
}: ChooserProps) {
  return (
    <label className={className}>
      <FileInput
        accept="image/*"
        multiple={isMultiple}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onFiles={onFiles}
      />
      {children}
    </label>
  )
}

type UploadingProps = {
  readonly id: number
  readonly file: File
  readonly folder: UploadFolder
  readonly onStored: (url: string) => void
  readonly onGone: () => void
  readonly onFailed: (id: number, isFailed: boolean) => void
}

/** One picture that is uploading: its progress, or why it failed. */
function Uploading({ id, file, folder, onStored, onGone, onFailed }: UploadingProps) {
  const { t } = useTranslation('ui')
  const { state, url, percent, failure, choose, cancel, retry } = useUpload(folder)
  const fault = useUploadFault(failure)
  const isFailed = failure !== null
  useEffect(() => onFailed(id, isFailed), [id, isFailed, onFailed])
  const begun = useRef<File | null>(null)
  useEffect(() => {
    if (begun.current === file) return
    begun.current = file
    choose(file)
  }, [file, choose])
  useOnValue(url, onStored)
  const leave = () => {
    cancel()
    onGone()
  }
  return (
    <Stack
      as="li"
      ground="well"
      round={3}
      isRelative
      clips
      className={styles.tile}
      data-wrong={fault !== null || undefined}
    >
      {fault === null ? (
        <Progress label={t('picture.sending')} percent={percent} onCancel={leave} />
      ) : (
        <Stack gap={1} items="start" size={2} tone="danger">
          <p role="alert">{fault}</p>
          {state === 'failed' && (
            <Button kind="text" size="s" icon="refresh" onClick={retry}>
              {t('retry')}
            </Button>
          )}
          <Button kind="text" size="s" onClick={leave}>
            {t('cancel')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

/** A stored picture. If its link cannot be displayed it says so; the picture is stored all the same. */
function Picture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const { t } = useTranslation('refusals')
  const [isBroken, setIsBroken] = useState(false)
  return isBroken ? (
    <Box as="span" pad={3} size={2} tone={2} text="center">
      {t('picture_preview_failed')}
    </Box>
  ) : (
    <img src={belowBase(url)} alt={alt} onError={() => setIsBroken(true)} />
  )
}
