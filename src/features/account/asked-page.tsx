import { account } from '#contract/account/account.ts'
import { maxAnswerFiles, type AskedLine } from '#contract/account/account-asked.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useDraft } from '#src/lib/draft.ts'
import { formatTime } from '#src/lib/format.ts'
import { askedAbout } from '#src/parts/asked-note.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { Link } from '#src/parts/link.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What the venue still has to know before it decides, each with the form that answers it. */
export function AskedPage() {
  const { t } = useTranslation('asked')
  const { request } = useServices()
  const read = useRead('asked', (signal) => request.read(account.asked, {}, { signal }))
  return (
    <Page title={t('titles.asked')} onRefresh={read.refresh}>
      <Loaded read={read} lines={4} height={72}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text={t('none')} icon="check" />
          ) : (
            <Stack gap={4} topPad={2} endPad={6}>
              <Note breaks>{t('lead')}</Note>
              {list.map((line) => (
                <Question key={line.id} line={line} onDone={() => void read.refresh()} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

const mostLetters = 1000
function Question({ line, onDone }: { readonly line: AskedLine; readonly onDone: () => void }) {
  const { t } = useTranslation('asked')
  const { id, kind, text, until_ms } = line
  const { texts, change, drop } = useDraft(`asked-${id}`, { answer: '' })
  const [files, setFiles] = useState<readonly string[]>([])
  const [pending, setPending] = useState(0)
  const [isTried, setIsTried] = useState(false)
  const answer = texts.answer.trim()
  const isEmpty = answer === '' && files.length === 0
  const { send, isBusy, failure } = useSubmit(account.answer, {
    onDone: () => {
      drop()
      toast('asked:done')
      onDone()
    },
  })
  const about = askedAbout(line)
  return (
    <Card as="section" gap={3} pad={4} aria-label={t(`about.${about.word}`)}>
      <Stack gap={1}>
        <Link to={about.to} size={2} tone="accent">
          {t(`about.${about.word}`)}
        </Link>
        <Box as="p" dir="auto" breaks isPre>
          <b>{text}</b>
        </Box>
        <Note>{t('until', { time: formatTime(until_ms) })}</Note>
      </Stack>
      <AreaField
        label={t('answer')}
        aside={`${[...texts.answer].length}/${mostLetters}`}
        error={isTried && isEmpty ? t('empty') : null}
        rows={4}
        maxLength={mostLetters}
        value={texts.answer}
        onChange={(now) => change({ answer: now })}
      />
      <PictureField
        label={t('files')}
        hint={t('filesHint')}
        folder={kind.startsWith('kyc') ? 'kyc' : 'voucher'}
        value={files}
        onChange={setFiles}
        onPending={setPending}
        max={maxAnswerFiles}
      />
      <FormFailure failure={isBusy ? null : failure} />
      <Button
        size="l"
        isWide
        isBusy={isBusy || pending > 0}
        onClick={() => {
          setIsTried(true)
          if (!isEmpty) send({ id, text: answer, files: [...files] })
        }}
      >
        {t('send')}
      </Button>
    </Card>
  )
}
