import type { DeskAsked, DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pictures } from './pictures.tsx'
import { useKeys } from './use-keys.ts'
import { useShown } from './use-shown.ts'

const AskForm = lazy(async () => ({ default: (await import('./ask-form.tsx')).AskForm }))

type Props = { readonly found: DeskCaseFull; readonly onChanged: () => void }

/** What the people of a case were asked for, with what they answered, and the way to ask for more. */
export function AskMore({ found, onChanged }: Props) {
  const { t } = useTranslation('desk')
  const [isOpen, setIsOpen] = useState(false)
  const { asked, may_ask } = found
  const mayAsk = may_ask.length > 0
  useKeys({ m: () => mayAsk && setIsOpen(true) })
  if (asked.length === 0 && !mayAsk) return null
  return (
    <Stack as="section" gap={2}>
      <h3>{t('ask.title')}</h3>
      {asked.length > 0 && (
        <Box as="ul" isRuled>
          {asked.map((each) => (
            <li key={each.id}>
              <Asked asked={each} />
            </li>
          ))}
        </Box>
      )}
      {mayAsk && (
        <Box>
          <Button kind="quiet" size="s" icon="help" onClick={() => setIsOpen(true)}>
            {t('ask.more')}
          </Button>
        </Box>
      )}
      {isOpen && (
        <Suspense>
          <AskForm found={found} onChanged={onChanged} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function Asked({
  asked: { user, by, text, at_ms, until_ms, is_open, answer, files, answered_ms },
}: {
  asked: DeskAsked
}) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return (
    <Stack gap={1} blockPad={2} size="dense">
      <Note>{t('ask.line', { by: by.nickname, name: `${user.nickname} · ${user.id}`, at: shown.time(at_ms) })}</Note>
      <Box as="p" breaks isPre>
        {text}
      </Box>
      {answered_ms === null ? (
        <Note tone={is_open ? 'warning' : 2}>
          {t(is_open ? 'ask.waits' : 'ask.unanswered', { until: shown.time(until_ms) })}
        </Note>
      ) : (
        <Stack gap={2} pad={3} ground="well" round={2}>
          <Note>{t('ask.answered', { at: shown.time(answered_ms) })}</Note>
          {answer !== null && answer !== '' && (
            <Box as="p" dir="auto" breaks isPre>
              {answer}
            </Box>
          )}
          <Pictures photos={files.map((url, at) => ({ url, name: t('ask.picture', { n: at + 1 }) }))} />
        </Stack>
      )}
    </Stack>
  )
}
