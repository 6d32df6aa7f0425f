import { Box, Note } from '#src/ui/box.tsx'
import type { DeskNews } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Button } from '#src/ui/button.tsx'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useWish, type Ends } from './acts.ts'
import { AskSheet } from './ask-sheet.tsx'
import styles from './desk.module.css'
import { categoryOf } from './news-categories.ts'
import { NewsForm } from './news-form.tsx'
import { DeskPart } from './desk-part.tsx'

type Wish =
  | { readonly kind: 'write'; readonly text: DeskNews | null }
  | { readonly kind: 'remove'; readonly text: DeskNews }

/** Texts of the venue; each is written in all languages at once. */
export function NewsSection() {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const refresh = useRef(async () => undefined)
  const { wish, setWish, ends } = useWish<Wish>(() => refresh.current())
  // The list stands anew behind the form, and reads itself.
  if (wish?.kind === 'write') return <NewsForm text={wish.text} onClose={ends.onClose} onDone={ends.onClose} />
  return (
    <DeskPart as="section">
      <Box lay="row" gap={2} wraps>
        <Button icon="plus" onClick={() => setWish({ kind: 'write', text: null })}>
          {t('newText')}
        </Button>
      </Box>

      <Paged
        isRuled
        read={(asked) => request.read(desk.news, asked)}
        size={10}
        refresh={refresh}
        keyOf={({ id }) => id}
        render={(text) => (
          <Line
            text={text}
            onChange={() => setWish({ kind: 'write', text })}
            onRemove={() => setWish({ kind: 'remove', text })}
          />
        )}
        empty={{ text: t('empty') }}
      />

      {wish !== null && <Remove text={wish.text} {...ends} />}
    </DeskPart>
  )
}

/** The title in the reader's language. */
const useTitleOf = () => {
  const lang = useSettings((settings) => settings.lang)
  return ({ texts }: DeskNews) => (texts.find((each) => each.lang === lang) ?? texts[0])?.title ?? ''
}

function Line({
  text,
  onChange,
  onRemove,
}: {
  readonly text: DeskNews
  readonly onChange: () => void
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('desk')
  const format = useNumbers()
  const titleOf = useTitleOf()
  return (
    <Box as="article" gap={2} blockPad={3} breaks lay="stack" className={styles.text}>
      <div>
        <b>{titleOf(text)}</b>
        <Note breaks>
          {t(`categories.${categoryOf(text.c_id)}`)} · {format.time(text.create_time)}
          {text.top && ` · ${t('pinned')}`}
        </Note>
      </div>
      <Box as="span" lay="row" gap={2} wraps>
        <Button kind="quiet" size="s" onClick={onChange}>
          {t('change')}
        </Button>
        <Button kind="text" size="s" onClick={onRemove}>
          {t('remove')}
        </Button>
      </Box>
    </Box>
  )
}

function Remove({ text, onClose, onDone }: Ends & { readonly text: DeskNews }) {
  const { t } = useTranslation('desk')
  const titleOf = useTitleOf()
  const submit = useAct(desk.publish, onDone)
  return (
    <AskSheet
      title={t('removeTitle')}
      confirm={t('remove')}
      kind="danger"
      submit={submit}
      onClose={onClose}
      onSend={(reason) => submit.send({ id: text.id, remove: true, reason })}
    >
      <p>{titleOf(text)}</p>
    </AskSheet>
  )
}
