import { useChange } from '#src/parts/use-change.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { chatAccount, type AccountRecord, type RecordType } from '#contract/chat/chat-account.ts'
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

/** A note of one's own, new or changed. It moves no money. */
export function NoteSheet({
  note,
  onClose,
  onDone,
}: {
  readonly note: AccountRecord | null
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation(['chat', 'refusals'])
  const { serverNow } = useServices()
  const change = useChange()
  const [firstTime] = useState(() =>
    fieldOf(note === null ? serverNow() || Date.now() : (instantOf(note.createTime) ?? Date.now())),
  )
  const [title, setTitle] = useState(note?.tradeTitle ?? '')
  const [amount, setAmount] = useState(note?.tradeValue ?? '')
  const [direction, setDirection] = useState(note?.tradeDirection ?? 'out')
  const [type, setType] = useState<RecordType>(note?.tradeType ?? 'spend')
  const [remark, setRemark] = useState(note?.remark ?? '')
  const [time, setTime] = useState(firstTime)
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const atMs = new Date(time).getTime()
  const wrong = {
    title: title.trim() === '' ? t('refusals:title_required') : null,
    amount: amountFault(tidyDecimal(amount)),
    time: Number.isNaN(atMs) ? t('chat:account.timeWrong') : null,
  }
  const fault = (text: string | null) => (isTried && text !== null ? { error: text } : {})
  const save = async () => {
    setIsTried(true)
    if (wrong.title !== null || wrong.amount !== null || wrong.time !== null) return
    setIsBusy(true)
    const fields = {
      tradeTitle: title.trim(),
      tradeValue: tidyDecimal(amount),
      tradeDirection: direction,
      tradeType: type,
      remark: remark.trim(),
      ...((note === null || time !== firstTime) && { createTime: timeOf(atMs) }),
    }
    const isDone = await (note === null
      ? change(chatAccount.addRecord, fields)
      : change(chatAccount.updateRecord, { id: note.id, ...fields }))
    setIsBusy(false)
    if (isDone) onDone()
  }
  return (
    <Sheet
      title={t(note === null ? 'chat:account.addNote' : 'chat:account.editNote')}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry onClick={() => void save()}>
          {t('chat:save')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Box as="p" size={3} tone={2}>
          {t('chat:account.noteHint')}
        </Box>
        <Segmented
          label={t('chat:account.direction')}
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'out', label: t('chat:account.out') },
            { value: 'in', label: t('chat:account.in') },
          ]}
        />
        <Field
          label={t('chat:account.title')}
          value={title}
          onChange={setTitle}
          maxLength={maxTitle}
          {...fault(wrong.title)}
        />
        <AmountField
          label={t('chat:account.amount')}
          value={amount}
          onChange={setAmount}
          scale={scale}
          unit={baseCoin.name}
          {...fault(wrong.amount === null ? null : t(wrong.amount))}
        />
        <Select
          label={t('chat:account.kind')}
          value={type}
          onChange={setType}
          options={recordTypes.map((each) => ({ value: each, label: t(`chat:account.types.${each}`) }))}
        />
        <Field
          label={t('chat:account.time')}
          type="datetime-local"
          value={time}
          onChange={setTime}
          {...fault(wrong.time)}
        />
        <Field label={t('chat:account.remark')} value={remark} onChange={setRemark} maxLength={maxRemark} />
      </Stack>
    </Sheet>
  )
}
