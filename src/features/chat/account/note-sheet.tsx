import { useBusy } from '#src/parts/use-busy.ts'
import { useChange } from '#src/parts/use-change.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { chatAccount, type AccountRecord } from '#contract/chat/chat-account.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { instantOf } from '#src/lib/format.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recordTypes } from './record-words.ts'

const [maxTitle, maxRemark, scale] = [40, 100, 2]
/** An instant as the field for day and time wants it: in the reader's own zone. */
const fieldOf = (atMs: number) =>
  new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

type Props = { readonly note: AccountRecord | null; readonly onClose: () => void; readonly onDone: () => void }

/** What is typed of a note, what is wrong in it, and what is sent of it. */
function useNote(note: AccountRecord | null) {
  const { t } = useTranslation(['chat', 'refusals'])
  const { serverNow } = useServices()
  const [firstTime] = useState(() =>
    fieldOf(note === null ? serverNow() || Date.now() : (instantOf(note.createTime) ?? Date.now())),
  )
  const [texts, setTexts] = useState({
    title: note?.tradeTitle ?? '',
    amount: note?.tradeValue ?? '',
    direction: note?.tradeDirection ?? 'out',
    type: note?.tradeType ?? 'spend',
    remark: note?.remark ?? '',
    time: firstTime,
  })
  const atMs = new Date(texts.time).getTime()
  const amount = amountFault(tidyDecimal(texts.amount))
  return {
    texts,
    set: (part: Partial<typeof texts>) => setTexts((now) => ({ ...now, ...part })),
    wrong: {
      title: texts.title.trim() === '' ? t('refusals:title_required') : null,
      amount: amount === null ? null : t(amount),
      time: Number.isNaN(atMs) ? t('chat:account.timeWrong') : null,
    },
    sent: () => ({
      tradeTitle: texts.title.trim(),
      tradeValue: tidyDecimal(texts.amount),
      tradeDirection: texts.direction,
      tradeType: texts.type,
      remark: texts.remark.trim(),
      ...((note === null || texts.time !== firstTime) && { createTime: timeOf(atMs) }),
    }),
  }
}

/** A note of one's own, new or changed. It moves no money. */
export function NoteSheet({ note, onClose, onDone }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const typed = useNote(note)
  const [isTried, setIsTried] = useState(false)
  const { isBusy, run } = useBusy()
  const save = async () => {
    setIsTried(true)
    if (Object.values(typed.wrong).some((fault) => fault !== null)) return
    const isDone = await run(
      note === null
        ? change(chatAccount.addRecord, typed.sent())
        : change(chatAccount.updateRecord, { id: note.id, ...typed.sent() }),
    )
    if (isDone) onDone()
  }
  return (
    <Sheet
      title={t(note === null ? 'account.addNote' : 'account.editNote')}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      <NoteFields {...typed} isTried={isTried} />
    </Sheet>
  )
}

type FieldsProps = ReturnType<typeof useNote> & { readonly isTried: boolean }
function NoteFields({ texts, set, wrong, isTried }: FieldsProps) {
  const { t } = useTranslation('chat')
  const fault = (text: string | null) => (isTried && text !== null ? { error: text } : {})
  return (
    <Stack gap={3}>
      <Box as="p" size={3} tone={2}>
        {t('account.noteHint')}
      </Box>
      <Segmented
        label={t('account.direction')}
        value={texts.direction}
        onChange={(direction) => set({ direction })}
        options={(['out', 'in'] as const).map((value) => ({ value, label: t(`account.${value}`) }))}
      />
      <Field
        label={t('account.title')}
        value={texts.title}
        onChange={(title) => set({ title })}
        maxLength={maxTitle}
        {...fault(wrong.title)}
      />
      <AmountField
        label={t('account.amount')}
        value={texts.amount}
        onChange={(amount) => set({ amount })}
        scale={scale}
        unit={baseCoin.name}
        {...fault(wrong.amount)}
      />
      <Select
        label={t('account.kind')}
        value={texts.type}
        onChange={(type) => set({ type })}
        options={recordTypes.map((each) => ({ value: each, label: t(`account.types.${each}`) }))}
      />
      <Field
        label={t('account.time')}
        type="datetime-local"
        value={texts.time}
        onChange={(time) => set({ time })}
        {...fault(wrong.time)}
      />
      <Field
        label={t('account.remark')}
        value={texts.remark}
        onChange={(remark) => set({ remark })}
        maxLength={maxRemark}
      />
    </Stack>
  )
}
