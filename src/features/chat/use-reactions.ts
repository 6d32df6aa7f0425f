import type { Message, ReactionKind } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useChange } from '#src/parts/use-change.ts'
import { useCallback, useRef, useState } from 'react'
import type { Wanted } from './reactions.tsx'

type Waiting = ReadonlyMap<number, Wanted>
const withWanted = (waiting: Waiting, n: number, kind: ReactionKind, isOn: boolean | null): Waiting => {
  const of = new Map(waiting.get(n))
  if (isOn === null) of.delete(kind)
  else of.set(kind, isOn)
  const next = new Map(waiting)
  if (of.size === 0) next.delete(n)
  else next.set(n, of)
  return next
}
/**
 * Reactions on their way: shown at once, one call at a time for each, asked for by its key while its outcome is
 * unknown. What is tapped meanwhile is sent when the one before has ended.
 */
export function useReactions(onChanged: (message: Message) => void) {
  const change = useChange()
  const [waiting, setWaiting] = useState<Waiting>(new Map())
  const held = useRef<Waiting>(waiting)
  const react = useCallback(
    async ({ id, n, chatGroupId, reactions = [] }: Message, kind: ReactionKind) => {
      const want = (isOn: boolean | null) => {
        held.current = withWanted(held.current, n, kind, isOn)
        setWaiting(held.current)
      }
      const wanted = () => held.current.get(n)?.get(kind)
      const before = wanted()
      const isOn = !(before ?? reactions.find((each) => each.kind === kind)?.mine ?? false)
      want(isOn)
      // The call that is under way looks again when it has ended.
      if (before !== undefined) return
      for (let asked = isOn; ; asked = !asked) {
        const isDone = await change(
          chatMessages.react,
          { id, chatGroupId, kind, isOn: asked },
          (now) => now !== null && onChanged(now),
        )
        if (!isDone || wanted() === asked) break
      }
      want(null)
    },
    [change, onChanged],
  )
  return { waiting, react }
}
