import { useBusy } from '#src/parts/use-busy.ts'
import { useChange } from '#src/parts/use-change.ts'
import { Stack } from '#src/ui/box.tsx'
import { chatAccount, type AccountRecord } from '#contract/chat/chat-account.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { Facts } from '#src/ui/facts.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Money } from '#src/ui/money.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signedOf, useRecordTitle } from './record-words.ts'

const maxRemark = 100

function RecordFacts({ record }: { readonly record: AccountRecord }) {
  const { t } = useTranslation('chat')
  const { time } = useNumbers()
  const { source, tradeType, createTime, remark } = record
  return (
    <Facts
      facts={[
        { name: t('account.amount'), value: <Money kind="gain" text={signedOf(record)} unit={baseCoin.name} /> },
        { name: t('account.kind'), value: t(`account.types.${tradeType}`) },
        { name: t('account.time'), value: time(createTime) },
        ...(source === 'own' && remark !== null && remark !== ''
          ? [{ name: t('account.remark'), value: <bdi>{remark}</bdi> }]
          : []),
      ]}
    />
  )
}

type Props = {
  readonly record: AccountRecord
  readonly onEdit: (note: AccountRecord) => void
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * One record: of a line of the ledger the remark alone can be changed, and hiding it changes no total; a note can be
 * edited and deleted.
 */
export function RecordSheet({ record, onEdit, onClose, onDone }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const titleOf = useRecordTitle()
  const [remark, setRemark] = useState(record.remark ?? '')
  const [isAsked, setIsAsked] = useState(false)
  const { isBusy, run } = useBusy()
  const { id, source } = record
  const isOwn = source === 'own'
  const end = async (work: Promise<boolean>) => {
    const isDone = await run(work)
    setIsAsked(false)
    if (isDone) onDone()
  }
  const save = () => end(change(chatAccount.updateRecord, { id, remark: remark.trim() }))
  const remove = () => end(change(chatAccount.deleteRecord, { id }))
  const isChanged = remark.trim() !== (record.remark ?? '')
  return (
    <Sheet
      title={titleOf(record)}
      isOpen
      onClose={onClose}
      isHeld={isBusy}
      footer={
        <Stack gap={3} columns={2}>
          <Button kind="quiet" isWide onClick={() => setIsAsked(true)}>
            {t(isOwn ? 'account.delete' : 'account.hide')}
          </Button>
          {isOwn ? (
            <Button isWide onClick={() => onEdit(record)}>
              {t('edit')}
            </Button>
          ) : (
            <Button isWide isBusy={isBusy && !isAsked} mayRetry disabled={!isChanged} onClick={() => void save()}>
              {t('save')}
            </Button>
          )}
        </Stack>
      }
    >
      <RecordFacts record={record} />
      {!isOwn && (
        <Field
          label={t('account.remark')}
          value={remark}
          onChange={setRemark}
          maxLength={maxRemark}
          hint={t('account.remarkHint')}
        />
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={t(isOwn ? 'account.deleteTitle' : 'account.hideTitle')}
        confirm={t(isOwn ? 'account.delete' : 'account.hide')}
        kind={isOwn ? 'danger' : 'primary'}
        isBusy={isBusy}
        onClose={() => setIsAsked(false)}
        onConfirm={() => void remove()}
      >
        {t(isOwn ? 'account.deleteText' : 'account.hideText')}
      </ConfirmDialog>
    </Sheet>
  )
}
