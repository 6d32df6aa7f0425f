/** A point on the earth in degrees, north and east positive. */
export type Point = { readonly latitude: number; readonly longitude: number }

const number = String.raw`[-+]?\d{1,3}(?:\.\d+)?`
/**
 * Forms in which apps and people hand on a point: `geo:`, links of map services, a pair of numbers. Read in this order.
 */
const pairs = [
  new RegExp(String.raw`^geo:(${number}),(${number})`, 'i'),
  new RegExp(String.raw`!3d(${number})!4d(${number})`),
  new RegExp(String.raw`@(${number}),(${number})`),
  new RegExp(
    String.raw`[?&#](?:q|query|ll|sll|center|destination|daddr|map)=(?:loc:)?(?:\d+(?:\.\d+)?/)?` +
      `(${number})[,/](${number})`,
    'i',
  ),
  new RegExp(String.raw`^\(?\s*(${number})\s*°?\s*[,;\s]\s*(${number})\s*°?\s*\)?$`),
]
/**
 * Degrees with minutes and seconds, or with a letter for the direction: 22°16′42″N 114°10′29″E, N 22.2783 E 114.1747.
 */
const minutes = String.raw`(?:(\d{1,2}(?:\.\d+)?)\s*['′]\s*)?`
const seconds = String.raw`(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″]|''|′′)\s*)?`
const side = String.raw`(\d{1,3}(?:\.\d+)?)\s*°?\s*${minutes}${seconds}`
const letters = [
  new RegExp(String.raw`^${side}([NS])[\s,;]*${side}([EWO])$`, 'i'),
  new RegExp(String.raw`^([NS])\s*${side}[\s,;]*([EWO])\s*${side}$`, 'i'),
]
const isWithin = ({ latitude, longitude }: Point) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
/** Six decimals are a tenth of a metre. */
const exact = (degrees: number) => Math.round(degrees * 1e6) / 1e6 || 0
const pointOf = (latitude: number, longitude: number): Point => ({
  latitude: exact(latitude),
  longitude: exact(longitude),
})
const degrees = (whole = '0', minutes = '0', seconds = '0', letter = 'N') =>
  (Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600) * (/[SWO]/i.test(letter) ? -1 : 1)

/** What a typed or pasted text says: a point, one that lies nowhere on the earth, or none. */
export function readPoint(raw: string): Point | 'outside' | null {
  let text = raw.normalize('NFKC').replaceAll('−', '-').trim()
  try {
    text = decodeURIComponent(text)
  } catch {
    // A percent sign that encodes nothing: the text is read as it is.
  }
  // A comma as the decimal sign: then something else separates the two.
  if (/^[-+]?\d{1,3},\d+\s*[;\s]\s*[-+]?\d{1,3},\d+$/.test(text)) text = text.replaceAll(',', '.')
  const [after, before] = letters.map((form) => form.exec(text))
  const found = after
    ? pointOf(degrees(after[1], after[2], after[3], after[4]), degrees(after[5], after[6], after[7], after[8]))
    : before
      ? pointOf(
          degrees(before[2], before[3], before[4], before[1]),
          degrees(before[6], before[7], before[8], before[5]),
        )
      : pairIn(text)
  return found === null ? null : isWithin(found) ? found : 'outside'
}
const pairIn = (text: string): Point | null => {
  for (const form of pairs) {
    const [, latitude, longitude] = form.exec(text) ?? []
    if (latitude !== undefined && longitude !== undefined) return pointOf(Number(latitude), Number(longitude))
  }
  return null
}
/** A point from two texts of a link; null if they are none. */
export function pointFrom(latitude: string | undefined, longitude: string | undefined): Point | null {
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(latitude ?? '') || !/^-?\d{1,3}(\.\d{1,15})?$/.test(longitude ?? '')) return null
  const point = pointOf(Number(latitude), Number(longitude))
  return isWithin(point) ? point : null
}

export const textOf = ({ latitude, longitude }: Point) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const radians = (angle: number) => (angle * Math.PI) / 180
const earthMetres = 6_371_008.8
/** The distance along the surface. */
export function metresBetween(from: Point, to: Point): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const h = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(to.longitude - from.longitude))
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)))
}
/** The direction in which one sets out, in degrees from north, clockwise. */
export function bearing(from: Point, to: Point): number {
  const [a, b, across] = [radians(from.latitude), radians(to.latitude), radians(to.longitude - from.longitude)]
  const angle = Math.atan2(
    Math.sin(across) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(across),
  )
  return ((angle * 180) / Math.PI + 360) % 360
}
export const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type Wind = (typeof winds)[number]
export const windOf = (angle: number): Wind => winds[Math.round(angle / 45) % winds.length] ?? 'n'

/** The link by which the device opens its own map app. */
export function mapLink({ latitude, longitude }: Point, name: string, isApple: boolean): string {
  const at = `${latitude},${longitude}`
  const label = encodeURIComponent(name)
  return isApple
    ? `maps:?ll=${at}&q=${label}`
    : `geo:${at}?q=${at}(${label.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
