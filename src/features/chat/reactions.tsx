import { reactionKind, type Message, type ReactionKind } from '#contract/chat/chat.ts'
import { Press, Row } from '#src/ui/box.tsx'
import type { UseTranslationResponse } from 'react-i18next'
import styles from './room.module.css'

export const reactionFaces = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  thanks: '🙏',
  rocket: '🚀',
} as const satisfies Record<ReactionKind, string>
/** What I have asked for and the venue has not confirmed yet, by kind: to be there or not. */
export type Wanted = ReadonlyMap<ReactionKind, boolean>

type Props = {
  readonly message: Message
  readonly wanted: Wanted | undefined
  readonly t: UseTranslationResponse<'chat', undefined>['t']
  readonly onReact: (n: number, kind: ReactionKind) => void
}
/** How others and I have reacted to a message; a tap joins in or takes mine back. */
export function Reactions({ message: { n, reactions = [] }, wanted, t, onReact }: Props) {
  const shown = reactionKind.options.flatMap((kind) => {
    const told = reactions.find((each) => each.kind === kind)
    const mine = told?.mine ?? false
    const isMine = wanted?.get(kind) ?? mine
    const count = (told?.count ?? 0) + Number(isMine) - Number(mine)
    return count > 0 ? { kind, count, isMine, isPending: wanted?.has(kind) === true } : []
  })
  if (shown.length === 0) return null
  return (
    <Row gap={1} wraps endPad={1}>
      {shown.map(({ kind, count, isMine, isPending }) => (
        <Press
          key={kind}
          lay="inline"
          gap="hair"
          align="center"
          ground={isMine ? 'accent' : 'raised'}
          tone={isMine ? 'accent' : 2}
          round="full"
          size={2}
          isRelative
          className={styles.reaction}
          aria-pressed={isMine}
          aria-label={t('reactionOf', { what: t(`reactions.${kind}`), count })}
          data-pending={isPending || undefined}
          onClick={() => onReact(n, kind)}
        >
          <span aria-hidden="true">{reactionFaces[kind]}</span>
          <span className="num">{count}</span>
        </Press>
      ))}
    </Row>
  )
}
