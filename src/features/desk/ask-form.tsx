import type { DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from './acts.ts'
import { Words } from './words.tsx'

/** What is asked for often; it fills the line and can be changed. */
const common = ['photo', 'residence', 'funds', 'payment', 'chatProof'] as const
const maxText = 500

type Props = { readonly found: DeskCaseFull; readonly onChanged: () => void; readonly onClose: () => void }
/** Asks a person of a case for more. */
export function AskForm({ found, onChanged, onClose }: Props) {
  const { t } = useTranslation('desk')
  const { may_ask, id, appeal } = found
  const [who, setWho] = useState(String(may_ask[0]?.id ?? ''))
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isMissing = text.trim() === ''
  const { send, isBusy, failure } = useAct(
    desk.ask,
    () => {
      onClose()
      onChanged()
    },
    () => 'desk:ask.done',
  )
  const roleOf = (user: number) => (appeal?.buyer.id === user ? t('ask.buyer') : t('ask.seller'))
  return (
    <Sheet
      title={t('ask.more')}
      isOpen
      isHeld={isBusy}
      onClose={onClose}
      footer={
        <Button
          size="l"
          isWide
          isBusy={isBusy}
          onClick={() => {
            setIsTried(true)
            if (!isMissing) send({ id, user_id: Number(who), text: text.trim() })
          }}
        >
          {t('ask.send')}
        </Button>
      }
    >
      <Stack gap={3}>
        {may_ask.length > 1 && (
          <Segmented
            label={t('ask.who')}
            value={who}
            onChange={setWho}
            options={may_ask.map((each) => ({
              value: String(each.id),
              label: `${roleOf(each.id)} · ${each.nickname}`,
            }))}
          />
        )}
        <Words
          lang={may_ask.find((each) => String(each.id) === who)?.lang ?? found.lang}
          words={common.map((word) => ({ label: t(`ask.words.${word}`), key: `ask.texts.${word}` }))}
          onChoose={setText}
        />
        <AreaField
          label={t('ask.text')}
          aside={`${[...text].length}/${maxText}`}
          hint={t('ask.hint')}
          error={isTried && isMissing ? t('refusals:reason_required') : undefined}
          rows={4}
          maxLength={maxText}
          value={text}
          onChange={setText}
        />
        <FormFailure failure={isBusy ? null : failure} />
      </Stack>
    </Sheet>
  )
}
