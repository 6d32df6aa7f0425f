import { tagOf } from '#src/lib/format.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { citiesAround } from './cities.ts'
import { bearing, metresBetween, windOf, type Point } from './geo.ts'
import { pointOfCity, type City } from './cities.ts'

/** Distances and directions in words. */
export function usePlaceWords() {
  const { t, i18n } = useTranslation('places')
  return useMemo(() => {
    const distance = (metres: number) => {
      const isShort = metres < 1000
      const value = isShort ? Math.round(metres / 10) * 10 : metres / 1000
      return new Intl.NumberFormat(tagOf(i18n.language), {
        style: 'unit',
        unit: isShort ? 'meter' : 'kilometer',
        unitDisplay: 'short',
        maximumFractionDigits: !isShort && value < 100 ? 1 : 0,
      }).format(value)
    }
    const nameOf = (city: City) => t(`cities.${city}`)
    /** How far `to` lies from `from`, and in which direction. */
    const away = (from: Point, to: Point) => {
      const metres = metresBetween(from, to)
      return metres < 50
        ? t('here')
        : t('awayFromMe', { distance: distance(metres), wind: t(`winds.${windOf(bearing(from, to))}`) })
    }
    /** Where a point lies, by the nearest city that the app knows. */
    const near = (point: Point) => {
      const [nearest] = citiesAround(point)
      if (nearest === undefined) return ''
      const city = nameOf(nearest.city)
      return nearest.metres < 1000
        ? city
        : t('near', {
            distance: distance(nearest.metres),
            wind: t(`winds.${windOf(bearing(pointOfCity(nearest.city), point))}`),
            city,
          })
    }
    return { distance, nameOf, away, near }
  }, [t, i18n])
}
