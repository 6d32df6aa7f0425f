import { chatAccount } from '#contract/chat/chat-account.ts'
import { platform, type Upload } from '#contract/platform/platform.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { useUpload } from '#src/actors/use-upload.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { personalName } from '#src/lib/personal.ts'
import { readStored, textsOf, writeStored } from '#src/lib/storage.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FileInput } from '#src/parts/form/file-input.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { toast } from '#src/stores/toasts.ts'
import { Box, Press, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStickerName } from './sticker-name.ts'
import styles from './stickers.module.css'

export type Sticker = Pick<Upload, 'relativePath' | 'fileName' | 'url'>
const mostRecent = 8

/** The stickers that were sent last, on this device; they end with a logout. */
function useRecent() {
  const name = personalName('stickers', useUser()?.id ?? 0)
  const [paths, setPaths] = useState(() => readStored(name, textsOf) ?? [])
  const note = (path: string) => {
    const next = [path, ...paths.filter((each) => each !== path)].slice(0, mostRecent)
    writeStored(name, next)
    setPaths(next)
  }
  return { paths, note }
}

/** The set of the venue, those that were sent last first; who may add to it does so here. */
export function StickerPicker({ onPick }: { readonly onPick: (sticker: Sticker) => void }) {
  const { t } = useTranslation('stickers')
  const { request } = useServices()
  const recent = useRecent()
  const read = useRead('stickers', (signal) =>
    request.read(platform.sysFiles, { kind: 'sticker', pageSize: 100 }, { signal }),
  )
  const may = useRead('offers stickers', (signal) =>
    request.read(chatAccount.mayI, { powerCode: 'deskNews' }, { signal }),
  )
  const all = read.value?.records ?? []
  const last = recent.paths.flatMap((path) => all.find(({ relativePath }) => relativePath === path) ?? [])
  const pick = (sticker: Sticker) => {
    recent.note(sticker.relativePath)
    onPick(sticker)
  }
  return (
    <Box sidePad={3} endPad={3} className={styles.picker} role="group" aria-label={t('title')}>
      {read.value === null ? (
        <Unread read={read} lines={2} height={72} />
      ) : (
        <>
          {last.length > 0 && (
            <Stack as="section" gap={1} aria-label={t('recent')}>
              <small>{t('recent')}</small>
              <Grid stickers={last} onPick={pick} />
              <small>{t('all')}</small>
            </Stack>
          )}
          <Grid stickers={all} onPick={pick} {...(may.value === true && { onChanged: () => void read.refresh() })} />
        </>
      )}
    </Box>
  )
}

type GridProps = {
  readonly stickers: readonly Sticker[]
  readonly onPick: (sticker: Sticker) => void
  /** Who may add to the set and take from it is told when it has changed. */
  readonly onChanged?: () => void
}
const isOurs = ({ relativePath }: Sticker) => relativePath.startsWith('sticker/venue/')
function Grid({ stickers, onPick, onChanged }: GridProps) {
  const { t } = useTranslation('stickers')
  const nameOf = useStickerName()
  const make = useChange()
  return (
    <ul className={styles.grid}>
      {stickers.map((sticker) => (
        <li key={sticker.relativePath}>
          <Press aria-label={nameOf(sticker.fileName)} onClick={() => onPick(sticker)}>
            <img src={belowBase(sticker.url)} alt="" width={64} height={64} loading="lazy" />
          </Press>
          {onChanged !== undefined && !isOurs(sticker) && (
            <IconButton
              icon="trash"
              label={t('remove')}
              onClick={() =>
                void make(platform.offerSticker, { relativePath: sticker.relativePath, isOn: false }, onChanged)
              }
            />
          )}
        </li>
      ))}
      {onChanged !== undefined && (
        <li>
          <Adding onAdded={onChanged} />
        </li>
      )}
    </ul>
  )
}

/** An operator adds a picture to the set. */
function Adding({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTranslation('stickers')
  const make = useChange()
  const { state, url, failure, choose } = useUpload('app')
  const input = useRef<HTMLInputElement>(null)
  useOnValue(
    state === 'done' ? url : null,
    (relativePath) => void make(platform.offerSticker, { relativePath, isOn: true }, onAdded),
  )
  useOnValue(state === 'tooLarge' || state === 'wrongType' || failure !== null ? state : null, () =>
    toast('stickers:notAdded', {}, 'error'),
  )
  return (
    <>
      <FileInput
        ref={input}
        accept="image/png,image/webp"
        aria-label={t('add')}
        hidden
        onFiles={([file]) => file !== undefined && choose(file)}
      />
      <Press
        aria-label={t('add')}
        title={t('add')}
        aria-busy={state === 'sending' || undefined}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" size={28} tone={2} />
      </Press>
    </>
  )
}
