import { metresBetween, type Point } from './geo.ts'

/**
 * Cities that are found by name and drawn on the map, so that no map service is asked. Their names stand in the locale
 * files.
 */
export const cities = {
  hongKong: [22.2793, 114.1628],
  shenzhen: [22.5431, 114.0579],
  guangzhou: [23.1291, 113.2644],
  shanghai: [31.2304, 121.4737],
  beijing: [39.9042, 116.4074],
  chengdu: [30.5728, 104.0668],
  taipei: [25.033, 121.5654],
  tokyo: [35.6812, 139.7671],
  osaka: [34.7025, 135.4959],
  seoul: [37.5665, 126.978],
  busan: [35.1796, 129.0756],
  bangkok: [13.7563, 100.5018],
  chiangMai: [18.7883, 98.9853],
  singapore: [1.2897, 103.8501],
  kualaLumpur: [3.139, 101.6869],
  jakarta: [-6.1754, 106.8272],
  manila: [14.5995, 120.9842],
  hanoi: [21.0278, 105.8342],
  mumbai: [19.076, 72.8777],
  dubai: [25.2048, 55.2708],
  istanbul: [41.0082, 28.9784],
  cairo: [30.0444, 31.2357],
  lagos: [6.4541, 3.3947],
  johannesburg: [-26.2041, 28.0473],
  london: [51.5072, -0.1276],
  paris: [48.8566, 2.3522],
  berlin: [52.52, 13.405],
  zurich: [47.3769, 8.5417],
  madrid: [40.4168, -3.7038],
  barcelona: [41.3874, 2.1686],
  newYork: [40.7128, -74.006],
  miami: [25.7617, -80.1918],
  sanFrancisco: [37.7749, -122.4194],
  toronto: [43.6532, -79.3832],
  mexicoCity: [19.4326, -99.1332],
  bogota: [4.711, -74.0721],
  lima: [-12.0464, -77.0428],
  santiago: [-33.4489, -70.6693],
  buenosAires: [-34.6037, -58.3816],
  saoPaulo: [-23.5505, -46.6333],
  sydney: [-33.8688, 151.2093],
  auckland: [-36.8509, 174.7645],
} as const satisfies Record<string, readonly [latitude: number, longitude: number]>
export type City = keyof typeof cities

const isCity = (name: string): name is City => name in cities
const cityNames: readonly City[] = Object.keys(cities).filter(isCity)
export const pointOfCity = (city: City): Point => ({ latitude: cities[city][0], longitude: cities[city][1] })

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .replaceAll(/[\s'-]/g, '')
/** Cities whose shown name, or English one, contains the text; those that begin with it first. */
export function citiesNamed(text: string, nameOf: (city: City) => string): readonly City[] {
  const word = plain(text)
  if (word === '') return []
  const rank = (city: City) => {
    const names = [plain(nameOf(city)), city.toLowerCase()]
    return names.some((name) => name.startsWith(word)) ? 0 : names.some((name) => name.includes(word)) ? 1 : 2
  }
  return cityNames
    .filter((city) => rank(city) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 6)
}
/** The cities around a point, nearest first. */
export const citiesAround = (point: Point): readonly { readonly city: City; readonly metres: number }[] =>
  cityNames
    .map((city) => ({ city, metres: metresBetween(point, pointOfCity(city)) }))
    .toSorted((a, b) => a.metres - b.metres)
