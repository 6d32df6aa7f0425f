import { Box } from '#src/ui/box.tsx'
import type { DeskNews } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskSheet } from './ask-sheet.tsx'
import styles from './desk.module.css'
import { categoryOf } from './news-categories.ts'
import { NewsForm } from './news-form.tsx'

const size = 10
type Wish =
  | { readonly kind: 'write'; readonly text: DeskNews | null }
  | { readonly kind: 'remove'; readonly text: DeskNews }

/** Texts of the venue; each is written in all languages at once. */
export function NewsSection() {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const pager = usePager<DeskNews>(async (page) => {
    const reply = await request.read(desk.news, { page, limit: size })
    if (!reply.ok) return reply
    const { list, count } = reply.value
    return { ok: true, value: { rows: list, isLast: list.length === 0 || page * size >= count } }
  })
  const [wish, setWish] = useState<Wish | null>(null)
  const close = () => setWish(null)
  const done = () => {
    close()
    pager.refresh()
  }
  if (wish?.kind === 'write') return <NewsForm text={wish.text} onClose={close} onDone={done} />
  return (
    <section className={styles.section}>
      <Box lay="row" gap={2} wraps>
        <Button icon="plus" onClick={() => setWish({ kind: 'write', text: null })}>
          {t('newText')}
        </Button>
      </Box>
      <div className={styles.lines}>
        <PagedList
          pager={pager}
          keyOf={({ id }) => id}
          render={(text) => (
            <Line
              text={text}
              onChange={() => setWish({ kind: 'write', text })}
              onRemove={() => setWish({ kind: 'remove', text })}
            />
          )}
          emptyText={t('empty')}
        />
      </div>
      {wish !== null && <Remove text={wish.text} onClose={close} onDone={done} />}
    </section>
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
    <Box as="article" gap={2} blockPad={3} breaks className={styles.text}>
      <div>
        <b>{titleOf(text)}</b>
        <p className={styles.faint}>
          {t(`categories.${categoryOf(text.c_id)}`)} · {format.time(text.create_time)}
          {text.top && ` · ${t('pinned')}`}
        </p>
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

function Remove({
  text,
  onClose,
  onDone,
}: {
  readonly text: DeskNews
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation('desk')
  const titleOf = useTitleOf()
  const submit = useSubmit(desk.publish, {
    onDone: () => {
      toast('desk:saved')
      onDone()
    },
  })
  return (
    <AskSheet
      title={t('removeTitle')}
      confirm={t('remove')}
      kind="danger"
      isBusy={submit.isBusy}
      failure={submit.failure}
      onClose={onClose}
      onSend={(reason) => submit.send({ id: text.id, remove: true, reason })}
    >
      <p>{titleOf(text)}</p>
    </AskSheet>
  )
}
