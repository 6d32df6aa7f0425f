import { Row } from '#src/ui/box.tsx'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { BestPrices } from '#src/parts/trade/best-prices.tsx'
import { PriceDistance } from '#src/parts/trade/price-distance.tsx'
import { BookTools } from '#src/parts/trade/book-tools.tsx'
import { FavouriteStar } from '#src/parts/trade/favourite-star.tsx'
import type { BookView } from '#src/parts/trade/order-book.tsx'
import { Bell } from '#src/parts/notifications/bell.tsx'
import { IntervalBar } from '#src/parts/chart/interval-bar.tsx'
import type { Interval } from '#src/parts/chart/chart-interval.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { Link } from '#src/parts/link.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { iconPaths } from '#src/ui/icon-paths.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { herePath } from '#src/lib/hash-location.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './specimens.module.css'
import { address, market, pair } from './samples.ts'
import { State, type Shelf } from '@kontor/inspector/shelf'

const kinds = ['primary', 'buy', 'sell', 'quiet', 'danger', 'text'] as const
const idle = () => {}
const isIcon = (name: string): name is IconName => name in iconPaths
const icons = Object.keys(iconPaths).filter(isIcon)

function Buttons() {
  const { t } = useTranslation('ui')
  return (
    [
      ['', {}],
      ['isBusy', { isBusy: true }],
      ['disabled', { disabled: true }],
      ['size s', { size: 's' }],
      ['size l', { size: 'l' }],
      ['icon', { icon: 'refresh' }],
    ] as const
  ).map(([name, state]) => (
    <State key={name} state={name === '' ? 'kind' : name} isWide>
      <Row gap={3} wraps>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} {...state}>
            {t('confirm')}
          </Button>
        ))}
      </Row>
    </State>
  ))
}
function IconButtons() {
  const { t } = useTranslation('ui')
  return (
    <Row gap={3} wraps>
      <IconButton icon="search" label={t('search')} />
      <IconButton icon="refresh" label={t('refresh')} disabled />
    </Row>
  )
}
const Icons = () => (
  <div className={styles.icons}>
    {icons.map((name) => (
      <span key={name} title={name}>
        <Icon name={name} />
      </span>
    ))}
  </div>
)
function Links() {
  const { t } = useTranslation('market')
  return <Link to={herePath()}>{t('openKline')}</Link>
}
function CopyButtons() {
  const { t } = useTranslation('ui')
  return (
    <>
      <State state="isIcon">
        <CopyButton text={address} label={t('copy')} isIcon />
      </State>
      <State state="text">
        <CopyButton text={address} label={t('copy')} />
      </State>
    </>
  )
}
function Checkboxes() {
  const { t } = useTranslation('ui')
  const [isOn, setIsOn] = useState(true)
  return (
    <>
      <State state="isChecked">
        <Checkbox isChecked={isOn} onChange={setIsOn}>
          {t('confirm')}
        </Checkbox>
      </State>
      <State state="error">
        <Checkbox isChecked={false} onChange={idle} error={t('number.malformed')}>
          {t('confirm')}
        </Checkbox>
      </State>
      <State state="disabled">
        <Checkbox isChecked={false} onChange={idle} disabled>
          {t('confirm')}
        </Checkbox>
      </State>
    </>
  )
}
function Switches() {
  const { t } = useTranslation('ui')
  const [isOn, setIsOn] = useState(true)
  return (
    <Row gap={3} wraps>
      <Switch label={t('confirm')} isOn={isOn} onChange={setIsOn} />
      <Switch label={t('cancel')} isOn={false} onChange={idle} />
      <Switch label={t('clear')} isOn disabled onChange={idle} />
    </Row>
  )
}
function useSides() {
  const { t } = useTranslation('ui')
  const [side, setSide] = useState<'bids' | 'asks'>('bids')
  return {
    side,
    setSide,
    label: t('price'),
    sides: [
      { value: 'bids', label: t('bids') },
      { value: 'asks', label: t('asks') },
    ] as const,
  }
}
function Segments() {
  const { side, setSide, sides, label } = useSides()
  return (['plain', 'accent', 'rise', 'fall'] as const).map((tone) => (
    <State key={tone} state={tone}>
      <Segmented label={label} options={sides} value={side} onChange={setSide} tone={tone} />
    </State>
  ))
}
function Selects() {
  const { t } = useTranslation('ui')
  const { side, setSide, sides, label } = useSides()
  return (
    <>
      <State state="hint">
        <Select label={label} value={side} options={sides} onChange={setSide} hint={t('fundPasswordHint')} />
      </State>
      <State state="error">
        <Select label={label} value={side} options={sides} onChange={setSide} error={t('number.malformed')} />
      </State>
      <State state="isBare">
        <Select label={label} isBare value={side} options={sides} onChange={setSide} />
      </State>
      <State state="disabled">
        <Select label={label} isDense disabled value={side} options={sides} onChange={setSide} />
      </State>
    </>
  )
}
function Distance() {
  const { feeds } = useServices()
  return <PriceDistance price="59000" live$={feeds.pair$(market)} marketOf={(told) => parseDec(told.now_price)} />
}
function Sliders() {
  const { t } = useTranslation('ui')
  const [percent, setPercent] = useState(25)
  return (
    <>
      <State state="value">
        <Slider label={t('share')} value={percent} onChange={setPercent} />
      </State>
      <State state="disabled">
        <Slider label={t('share')} value={50} onChange={idle} disabled />
      </State>
    </>
  )
}
function Shelves() {
  const { side, setSide, sides, label } = useSides()
  return (
    <>
      <State state="size m" isWide>
        <Tabs label={label} tabs={sides} value={side} onChange={setSide}>
          <p>{side}</p>
        </Tabs>
      </State>
      <State state="size s" isWide>
        <Tabs label={label} tabs={sides} value={side} onChange={setSide} size="s" isWide />
      </State>
    </>
  )
}
function Search() {
  const { t } = useTranslation('market')
  const [text, setText] = useState('')
  return <SearchBox label={t('searchPair')} value={text} onChange={setText} />
}
function Intervals() {
  const [interval, setInterval] = useState<Interval>('1min')
  return <IntervalBar value={interval} onChange={setInterval} />
}
const ticks = ['0.01', '0.1', '1', '10']
function Tools() {
  const [view, setView] = useState<BookView>('both')
  const [tick, setTick] = useState('0.1')
  return <BookTools view={view} onView={setView} tick={tick} ticks={ticks} onTick={setTick} />
}

export const controls: Shelf = {
  id: 'controls',
  specimens: {
    Button: Buttons,
    IconButton: IconButtons,
    Icon: Icons,
    Link: Links,
    CopyButton: CopyButtons,
    Checkbox: Checkboxes,
    Switch: Switches,
    Segmented: Segments,
    Select: Selects,
    Slider: Sliders,
    Tabs: Shelves,
    SearchBox: Search,
    IntervalBar: Intervals,
    BookTools: Tools,
    BestPrices: () => <BestPrices market={market} onPick={idle} />,
    PriceDistance: Distance,
    FavouriteStar: () => <FavouriteStar pair={pair} />,
    Bell,
  },
}
