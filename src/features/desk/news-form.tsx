import type { DeskNews } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { newsCategories } from '#contract/news/news.ts'
import { languages, type Lang } from '#contract/wire/languages.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { AreaField, Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, type Ends } from './acts.ts'
import styles from './desk.module.css'
import { categoryNames, categoryOf } from './news-categories.ts'
import { DeskPart } from './desk-part.tsx'

type Words = { readonly title: string; readonly content: string }
const noWords: Words = { title: '', content: '' }
const maxTitle = 120
const maxContent = 2500

/** A text in each language, as it is written. */
function useNewsWords(text: DeskNews | null) {
  const [words, setWords] = useState<ReadonlyMap<Lang, Words>>(
    new Map(text?.texts.map(({ lang, title, content }) => [lang, { title, content }])),
  )
  const wordsOf = (lang: Lang) => words.get(lang) ?? noWords
  const isWritten = (lang: Lang) => Object.values(wordsOf(lang)).every((each) => each.trim() !== '')
  const write = (lang: Lang, changes: Partial<Words>) =>
    setWords(new Map(words).set(lang, { ...wordsOf(lang), ...changes }))
  return { wordsOf, isWritten, write }
}

function Language({ lang, isWritten }: { readonly lang: Lang; readonly isWritten: boolean }) {
  const { t } = useTranslation('desk')
  return (
    <Box as="span" lay="inline" gap={2} align="center">
      {t(`languages.${lang}`)}
      {isWritten && <Icon name="check" size={14} />}
    </Box>
  )
}

type FieldsProps = {
  readonly words: Words
  readonly isMissing: boolean
  readonly onChange: (changes: Partial<Words>) => void
}
function WordsFields({ words: { title, content }, isMissing, onChange }: FieldsProps) {
  const { t } = useTranslation('desk')
  return (
    <Stack gap={3} className={styles.ask}>
      <Field
        label={t('textTitle')}
        value={title}
        onChange={(text) => onChange({ title: text })}
        maxLength={maxTitle}
        error={isMissing ? t('refusals:title_required') : undefined}
      />
      <AreaField
        label={t('textContent')}
        aside={`${[...content].length}/${maxContent}`}
        rows={8}
        maxLength={maxContent}
        value={content}
        onChange={(text) => onChange({ content: text })}
      />
    </Stack>
  )
}

type Props = Ends & { readonly text: DeskNews | null }

/** One text in seven languages; it is published when all of them are written. */
export function NewsForm({ text, onClose, onDone }: Props) {
  const { t } = useTranslation('desk')
  const [category, setCategory] = useState<(typeof categoryNames)[number]>(
    text === null ? 'notice' : categoryOf(text.c_id),
  )
  const [lang, setLang] = useState<Lang>('en')
  const { wordsOf, isWritten, write } = useNewsWords(text)
  const [isPinned, setIsPinned] = useState(text?.top ?? false)
  const [isPushed, setIsPushed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const submit = useAct(desk.publish, onDone)
  const missing = languages.filter((of) => !isWritten(of))
  const send = () => {
    setIsAsked(true)
    const [first] = missing
    if (first !== undefined) return setLang(first)
    submit.send({
      ...(text !== null && { id: text.id }),
      c_id: newsCategories[category],
      top: isPinned,
      notify: isPushed,
      sorts: text?.sorts ?? 0,
      link: text?.link ?? '',
      texts: languages.map((of) => ({ lang: of, ...wordsOf(of) })),
    })
  }
  return (
    <DeskPart as="section" aria-label={t('newText')}>
      <Select
        label={t('category')}
        value={category}
        onChange={setCategory}
        options={categoryNames.map((value) => ({ value, label: t(`categories.${value}`) }))}
      />
      <Tabs
        label={t('language')}
        value={lang}
        onChange={setLang}
        tabs={languages.map((of) => ({ value: of, label: <Language lang={of} isWritten={isWritten(of)} /> }))}
      >
        <WordsFields
          words={wordsOf(lang)}
          isMissing={isAsked && !isWritten(lang)}
          onChange={(changes) => write(lang, changes)}
        />
      </Tabs>
      <Checkbox isChecked={isPinned} onChange={setIsPinned}>
        {t('pin')}
      </Checkbox>
      <Checkbox isChecked={isPushed} onChange={setIsPushed}>
        {t('push')}
      </Checkbox>
      {isAsked && missing.length > 0 && (
        <Row as="p" gap={1} size={2} tone="warning">
          {t('missing', { languages: missing.map((of) => t(`languages.${of}`)).join(', ') })}
        </Row>
      )}
      <FormFailure failure={submit.isBusy ? null : submit.failure} />
      <Box lay="row" gap={2} wraps>
        <Button kind="quiet" onClick={onClose} disabled={submit.isBusy}>
          {t('cancel')}
        </Button>
        <Button isBusy={submit.isBusy} onClick={send}>
          {t('publish')}
        </Button>
      </Box>
    </DeskPart>
  )
}
