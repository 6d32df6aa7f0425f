import { platform } from '#contract/platform/platform.ts'
import { useServices } from '#src/actors/services.tsx'
import { useConfig } from '#src/stores/config.ts'
import { untilAnswered$ } from '#streams/kit/poll.ts'
import { useEffect } from 'react'

/**
 * The country codes of phone numbers; null until they are here. They are read when a phone number can be entered, until
 * the venue
 * answers, and again with new settings.
 */
export function useAreaCodes() {
  const { request } = useServices()
  const { areaCodes, setting } = useConfig()
  useEffect(() => {
    const reading = untilAnswered$(() => request.read(platform.areaCodes, {})).subscribe(({ message }) =>
      useConfig.setState({ areaCodes: message }),
    )
    return () => reading.unsubscribe()
  }, [request, setting])
  return areaCodes
}
