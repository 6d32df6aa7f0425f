import type { DeskCase, DeskCaseFull, DeskLog, Tie } from '#contract/desk/desk-cases.ts'
import { deskPowers } from '#contract/desk/desk-cases.ts'
import { productKinds } from '#contract/desk/desk-tools.ts'
import { symbolOf } from '#contract/market/market.ts'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Link } from '#src/parts/link.tsx'
import { Box, Row } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'
import { useShown } from './use-shown.ts'

/** The values of a JSON text beside their names; a plain value stands alone. */
const partsOf = (text: string | null): Readonly<Record<string, string>> => {
  if (text === null) return {}
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return { '': String(value) }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      Array.isArray(each) ? each.join(', ') : String(each),
    ]),
  )
}
/** What an act has changed: name, before, after. */
export const changesOf = ({ before, after }: Pick<DeskLog, 'before' | 'after'>) => {
  const [was, is] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => was[name] !== is[name])
    .map((name) => ({ name, was: was[name] ?? '', is: is[name] ?? '' }))
}

/** What an act was about, in words: a setting, a product, a market; else as it stands in the log. */
export function useAboutText() {
  const { t, i18n } = useTranslation('desk')
  return (about: string) => {
    const setting = `settingNames.${about.replace('.', '_')}`
    if (about.includes('.') && i18n.exists(setting, { ns: 'desk' })) return t(setting)
    if (about === 'all') return t('allMarkets')
    const kind = productKinds.find((each) => about.startsWith(`${each} `))
    if (kind !== undefined) return `${t(`products.kinds.${kind}`)}: ${about.slice(kind.length + 1)}`
    return /^[A-Z0-9]+-[A-Z0-9]+$/.test(about) ? symbolOf(about) : about
  }
}
/** What a case is called where no sum is at stake. */
export function useCaseTitle() {
  const aboutText = useAboutText()
  return ({ kind, title, user }: Pick<DeskCase, 'kind' | 'title' | 'user'>) =>
    kind === 'change' ? aboutText(title) : title || user.nickname
}
const locks: readonly string[] = ['account', 'trade', 'withdraw']
const powerIn = (text: string) => deskPowers.find((each) => each === text)

function useChangeText() {
  const { t, i18n } = useTranslation('desk')
  const shown = useShown()
  const nameOf = (name: string) =>
    [`changes.${name}`, `products.fields.${name}`].find((key) => i18n.exists(key, { ns: 'desk' }))
  // Cases, and conversations of the service, each with words of their own.
  const statusText = (value: string) => {
    const key = [`status.${value}`, `service.${value}`].find((each) => i18n.exists(each, { ns: 'desk' }))
    return key === undefined ? value : t(key)
  }
  return {
    name: (name: string) => {
      const key = name === '' ? undefined : nameOf(name)
      return key === undefined ? name : t(key)
    },
    value: (name: string, value: string) => {
      if (value === '') return '—'
      if (name === 'status') return statusText(value)
      if (name === 'from_ms' || name === 'to_ms') return shown.time(Number(value))
      if (name === 'halted') return t(value === 'true' ? 'marketStates.halted' : 'marketStates.open')
      if (name === 'level') return t(`agentLevels.${value}`)
      if (name === 'powers')
        return value
          .split(', ')
          .map((each) => (powerIn(each) ? t(`powers.${each}`) : each))
          .join(' · ')
      if (locks.includes(name)) return Number(value) === 0 ? t('off') : shown.time(Number(value))
      return value
    },
  }
}

/** Before → after, for each value that an act changes. */
export function Changes(change: Pick<DeskLog, 'before' | 'after'>) {
  const text = useChangeText()
  return changesOf(change).map(({ name, was, is }) => (
    <Box as="span" key={name} tone={2}>
      {text.name(name)} {text.value(name, was)} → {text.value(name, is)}
    </Box>
  ))
}

/** The same for one value of a form, before it is sent. */
export const Change = ({ name, before, after }: { name: string; before: unknown; after: unknown }) => (
  <Changes before={JSON.stringify({ [name]: before })} after={JSON.stringify({ [name]: after })} />
)

const useTieText = () => {
  const { t } = useTranslation('desk')
  return (key: 'tied' | 'tiedYou', { id, nickname, by }: Tie) =>
    t(key, { name: `${nickname} · ${id}`, by: by.map((each) => t(`ties.${each}`)).join(', ') })
}
/** What ties who did something to those whom it benefits. */
export function Ties({ ties }: Pick<DeskLog, 'ties'>) {
  const text = useTieText()
  return ties.map((tie) => (
    <Row key={tie.id} as="span" gap={1} size={2} tone="warning">
      {text('tied', tie)}
    </Row>
  ))
}
/** The same, said to a decider before they decide. */
export function TieBanner({ ties }: Pick<DeskCaseFull, 'ties'>) {
  const text = useTieText()
  return ties.map((tie) => (
    <Banner key={tie.id} kind="warning" icon="warning">
      {text('tiedYou', tie)}
    </Banner>
  ))
}

/** The way to the change that waits for a second person. */
export function Waits({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('desk')
  if (id === null) return null
  return (
    <Link
      to={withQuery(deskPaths.desk, { tab: id.slice(0, id.indexOf('-')), case: id })}
      lay="row"
      align="center"
      size={2}
      tone="accent"
      isTouch
    >
      {t('waits')}
    </Link>
  )
}
