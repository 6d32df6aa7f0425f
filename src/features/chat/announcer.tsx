import { messageAt, type ChatLog } from '#machines/chat/chat-log.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What comes within it is said once. */
const gatherMs = 1000

/**
 * Says how many messages of others have come; the log itself is not read out. The same words are said again only after
 * they were taken away.
 */
export function Announcer({ log }: { readonly log: ChatLog }) {
  const { t } = useTranslation('chat')
  const { headN } = log
  const said = useRef(headN)
  const [count, setCount] = useState(0)
  const latest = useRef(log)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    latest.current = log
    if (headN <= said.current || timer.current !== null) return
    setCount(0)
    timer.current = setTimeout(() => {
      timer.current = null
      let others = 0
      for (let n = said.current + 1; n <= latest.current.headN; n++)
        if (messageAt(latest.current, n)?.meFlag !== true) others += 1
      said.current = latest.current.headN
      setCount(others)
    }, gatherMs)
  }, [headN, log])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return (
    <p className="sr" role="status">
      {count > 0 ? t('came', { count }) : ''}
    </p>
  )
}
