import type { DeskPerson } from '#contract/desk/desk-tools.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BackToQueue } from './case-page.tsx'
import styles from './desk.module.css'
import { LogLine } from './log-section.tsx'
import { NoteForm } from './note-form.tsx'
import { PastCases } from './past-cases.tsx'
import { useShown } from './use-shown.ts'
import { DeskPart } from './desk-part.tsx'

type Props = {
  readonly found: DeskPerson
  readonly head: ReactNode
  readonly onClose: () => void
  readonly onNoted: () => void
}

/** All that the desk knows of one person: what they have, what moved, their devices, their cases, what the desk did. */
export function PersonView({ found, head, onClose, onNoted }: Props) {
  const { t } = useTranslation(['desk', 'assets'])
  const shown = useShown()
  const numbers = useNumbers()
  return (
    <DeskPart as="article" className={styles.case} aria-label={`${found.user.nickname} · ${found.user.id}`}>
      <BackToQueue onClose={onClose} />
      {head}
      <Part title={t('desk:person.balances')} isEmpty={found.balances.length === 0}>
        <Facts
          kind="ruled"
          facts={found.balances.map(({ account, currency_name, free, held }) => ({
            name: `${t(`assets:accounts.${account}`)} · ${currency_name}`,
            value:
              Number(held) === 0
                ? shown.money(free, currency_name)
                : t('desk:person.held', {
                    free: shown.money(free, currency_name),
                    held: shown.money(held, currency_name),
                  }),
          }))}
        />
      </Part>
      <PastCases title={t('desk:person.cases')} cases={found.cases} />
      <Part title={t('desk:person.bookings')} isEmpty={found.logs.length === 0}>
        {found.logs.map(({ id, info, account, value, currency_name, after, created_time }) => (
          <Box key={id} lay="row" gap={2} blockPad={2} justify="between" wraps breaks size="dense">
            <span>
              {info} · {t(`assets:accounts.${account}`)}
              <Box as="small" isBlock tone={2}>
                {numbers.time(created_time)}
              </Box>
            </span>
            <Box as="span" text="end">
              <b>{shown.money(value, currency_name)}</b>
              <Box as="small" isBlock tone={2}>
                {t('desk:person.after', { sum: shown.money(after, currency_name) })}
              </Box>
            </Box>
          </Box>
        ))}
      </Part>
      <Part title={t('desk:person.devices')} isEmpty={found.devices.length === 0}>
        {found.devices.map(({ id, device, place, used_time }) => (
          <Box key={id} as="p" blockPad={2} breaks size="dense">
            {[device ?? t('desk:person.device'), place, numbers.time(used_time)].filter(Boolean).join(' · ')}
          </Box>
        ))}
      </Part>
      <NoteForm about={{ user_id: found.user.id }} onNoted={onNoted} />
      <Part title={t('desk:history')} isEmpty={found.acts.length === 0}>
        {found.acts.map((line) => (
          <LogLine key={line.id} line={line} isWhole />
        ))}
      </Part>
    </DeskPart>
  )
}

type PartProps = { readonly title: string; readonly isEmpty: boolean; readonly children: ReactNode }
function Part({ title, isEmpty, children }: PartProps) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>{title}</h3>
      {isEmpty ? <Note breaks>{t('person.none')}</Note> : <Box isRuled>{children}</Box>}
    </section>
  )
}
