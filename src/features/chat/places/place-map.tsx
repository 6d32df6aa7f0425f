import { useTranslation } from 'react-i18next'
import { citiesAround, pointOfCity } from './cities.ts'
import { bearing, metresBetween, textOf, type Point } from './geo.ts'
import styles from './places.module.css'
import { usePlaceWords } from './use-place-words.ts'

const half = 160
const steps = [1, 2, 5]
/** The smallest of 1, 2, 5, 10, 20 … kilometres that holds a distance, at most half the way around the earth. */
function radiusFor(metres: number): number {
  for (let power = 1000; power <= 10_000_000; power *= 10)
    for (const step of steps) if (metres <= step * power * 0.9) return step * power
  return 20_037_508
}
/** Whether a name has room on the side away from the middle, where it covers neither the pin nor the scale. */
const isOutward = (x: number, name: string) => (x > half ? half * 2 - x : x) > 14 + [...name].length * 8
type Mark = { readonly name: string; readonly x: number; readonly y: number }

/**
 * A drawn map: the place in the middle, north above, circles for distances, the nearest cities, and me. It asks no map
 * service.
 */
export function PlaceMap({ place, me }: { readonly place: Point; readonly me: Point | null }) {
  const { t } = useTranslation('places')
  const words = usePlaceWords()
  const around = citiesAround(place)
  const radius = radiusFor(me === null ? (around[1]?.metres ?? 0) : metresBetween(place, me))
  const at = (point: Point): Omit<Mark, 'name'> => {
    const angle = (bearing(place, point) * Math.PI) / 180
    const length = (metresBetween(place, point) / radius) * (half - 26)
    return { x: half + Math.sin(angle) * length, y: half - Math.cos(angle) * length }
  }
  const marks = around
    .filter(({ metres }) => metres <= radius && metres > radius / 60)
    .map(({ city }): Mark => ({ name: words.nameOf(city), ...at(pointOfCity(city)) }))
  // Names that would lie over one another are left out; their dots stay.
  const named: Mark[] = []
  for (const mark of marks)
    if (
      named.length < 5 &&
      Math.abs(mark.y - half) > 18 &&
      named.every(({ x, y }) => Math.abs(x - mark.x) > 90 || Math.abs(y - mark.y) > 16)
    )
      named.push(mark)
  const mine = me === null ? null : at(me)
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${half * 2} ${half * 2}`}
      role="img"
      aria-label={t('mapOf', { at: textOf(place), near: words.near(place) })}
    >
      {[1, 0.5].map((part) => (
        <circle key={part} className={styles.ring} cx={half} cy={half} r={(half - 26) * part} />
      ))}
      <path className={styles.ring} d={`M${half} 26V${half * 2 - 26}M26 ${half}H${half * 2 - 26}`} />
      <text className={styles.north} x={half} y={18} textAnchor="middle">
        {t('north')}
      </text>
      {[1, 0.5].map((part) => (
        <text key={part} className={styles.scale} x={half + 4} y={half + (half - 26) * part - 5}>
          {words.distance(radius * part)}
        </text>
      ))}
      {marks.map(({ name, x, y }) => (
        <circle key={name} className={styles.city} cx={x} cy={y} r={3} />
      ))}
      {named.map(({ name, x, y }) => (
        <text
          key={name}
          className={styles.cityName}
          x={x + (isOutward(x, name) === x > half ? 7 : -7)}
          y={y + 4}
          textAnchor={isOutward(x, name) === x > half ? 'start' : 'end'}
        >
          {name}
        </text>
      ))}
      {mine !== null && (
        <>
          <path className={styles.way} d={`M${mine.x} ${mine.y}L${half} ${half}`} />
          <circle className={styles.me} cx={mine.x} cy={mine.y} r={6} />
        </>
      )}
      <path className={styles.pin} d={`M${half} ${half}c-5-8-10-13-10-20a10 10 0 0 1 20 0c0 7-5 12-10 20z`} />
      <circle className={styles.hole} cx={half} cy={half - 20} r={3.5} />
    </svg>
  )
}
