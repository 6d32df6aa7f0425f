import { beginLoading } from '#src/stores/loading.ts'
import { useEffect } from 'react'

/** Shows the overlay of the app while something of the page is under way. */
export const useLoadingWhile = (isBusy: boolean) => useEffect(() => (isBusy ? beginLoading() : undefined), [isBusy])
