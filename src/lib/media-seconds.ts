const waitMs = 3000
/** How long a film or a recording plays; null when the browser cannot tell soon. */
export const mediaSeconds = (file: File): Promise<number | null> =>
  new Promise((resolve) => {
    const player = document.createElement(file.type.startsWith('video/') ? 'video' : 'audio')
    const url = URL.createObjectURL(file)
    const end = (seconds: number | null) => {
      clearTimeout(timer)
      URL.revokeObjectURL(url)
      resolve(seconds)
    }
    const timer = setTimeout(() => end(null), waitMs)
    player.preload = 'metadata'
    player.addEventListener('loadedmetadata', () =>
      end(Number.isFinite(player.duration) ? Math.round(player.duration * 10) / 10 : null),
    )
    player.addEventListener('error', () => end(null))
    player.src = url
  })
