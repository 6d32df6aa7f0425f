import { deskPowers, type DeskPower } from '#contract/desk/desk-cases.ts'
import { agentLevels, type DeskUser } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { levelTakesTwo, powersTakeTwo } from '#contract/desk/desk-risk.ts'
import { takenText, useAct, type Ends } from './acts.ts'
import { Change } from './changes.tsx'
import { AskSheet } from './ask-sheet.tsx'

type What = 'account' | 'trade' | 'withdraw'
export type UserWish = { readonly user: DeskUser } & (
  | { readonly kind: 'lock' | 'unlock'; readonly what: What }
  | { readonly kind: 'level' | 'powers' }
)

const dayMs = 86_400_000
/** How long a lock lasts, in days; the last one is a hundred years. */
const spans = { day: 1, week: 7, month: 30, ever: 36_500 } as const
const spanNames = ['day', 'week', 'month', 'ever'] as const
const levels = Array.from({ length: agentLevels + 1 }, (_, level) => String(level))

type Props = Ends & {
  readonly wish: UserWish
  /** Whether the operator may give powers and higher levels. */
  readonly mayGrant: boolean
}

/** One change of an account, with its reason. */
export function UserSheet({ wish, mayGrant, onClose, onDone }: Props) {
  const { t } = useTranslation('desk')
  const { serverNow } = useServices()
  const { user } = wish
  const [span, setSpan] = useState<keyof typeof spans>('day')
  const [level, setLevel] = useState(String(user.agent_level))
  const [powers, setPowers] = useState(user.powers)
  const submit = useAct(desk.setUser, onDone, takenText)
  const what = wish.kind === 'lock' || wish.kind === 'unlock' ? wish.what : null
  const title =
    what === null ? t(wish.kind === 'level' ? 'agentLevel' : 'powersTitle') : t(wish.kind, { what: t(`locks.${what}`) })
  const send = (reason: string) => {
    if (what !== null)
      submit.send({
        user_id: user.id,
        what,
        until_ms: wish.kind === 'lock' ? Math.round(serverNow()) + spans[span] * dayMs : 0,
        reason,
      })
    else if (wish.kind === 'level') submit.send({ user_id: user.id, level: Number(level), reason })
    else submit.send({ user_id: user.id, powers: [...powers], reason })
  }
  return (
    <AskSheet
      title={title}
      confirm={wish.kind === 'lock' ? t('lockNow') : t('save')}
      kind={wish.kind === 'lock' ? 'danger' : 'primary'}
      submit={submit}
      takesTwo={levelTakesTwo(user.agent_level, Number(level)) || powersTakeTwo(user.powers, powers)}
      onClose={onClose}
      onSend={send}
    >
      <p>
        {user.nickname} · {user.id} · {user.account}
      </p>
      {wish.kind === 'lock' && (
        <Segmented
          label={t('howLong')}
          value={span}
          onChange={setSpan}
          options={spanNames.map((value) => ({ value, label: t(`spans.${value}`) }))}
        />
      )}
      {wish.kind === 'lock' && what === 'account' && <p>{t('lockAccountText')}</p>}
      {wish.kind === 'level' && (
        <>
          <Segmented
            label={t('agentLevel')}
            value={level}
            onChange={setLevel}
            options={levels
              .filter((value) => mayGrant || Number(value) <= user.agent_level)
              .map((value) => ({ value, label: t(`agentLevels.${value}`) }))}
          />
          <Change name="level" before={String(user.agent_level)} after={level} />
        </>
      )}
      {wish.kind === 'powers' && <Powers user={user} powers={powers} onChange={setPowers} />}
    </AskSheet>
  )
}

type PowersProps = {
  readonly user: DeskUser
  readonly powers: readonly DeskPower[]
  readonly onChange: (powers: DeskPower[]) => void
}
function Powers({ user, powers, onChange }: PowersProps) {
  const { t } = useTranslation('desk')
  return (
    <>
      {deskPowers.map((power) => (
        <Checkbox
          key={power}
          isChecked={powers.includes(power)}
          onChange={(isOn) => onChange(deskPowers.filter((each) => (each === power ? isOn : powers.includes(each))))}
        >
          {t(`powers.${power}`)}
        </Checkbox>
      ))}
      <Change name="powers" before={user.powers} after={powers} />
    </>
  )
}
