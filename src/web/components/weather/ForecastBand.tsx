import type { Weather } from '#contract/gateway/weather.ts';
import type { Span } from '#domain/time/time.ts';
import { type BandPart, bandText, categoryBand, partText } from '#domain/weather/forecastBand.ts';
import { airportAt } from '#domain/weather/reports.ts';
import { flightCategories } from '#domain/weather/weather.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice } from '#web/components/page/school.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { hourMarks } from '#web/components/timetrack/trackModel.ts';
import style from './ForecastBand.module.css';

export type ForecastProps = {
  weather: Weather | undefined;
  /** The time that the width covers. */
  window: Span;
  /**
   * `hours`: with the station and the hours of the window. `words`: only the words, for a screen reader, where the band itself is
   * in something that it skips.
   */
  as?: 'band' | 'hours' | 'words';
};

/** The flight category over a window from now on, as a band of 8 px, with its words for a tooltip and for screen readers. */
export function ForecastBand({ weather, window, as = 'band' }: ForecastProps) {
  const { chosen } = useLocationChoice();
  const [now, clock] = [useMinute(), useClock()];
  const airport = weather && airportAt(weather.airports, chosen?.name);
  const parts = airport ? categoryBand(airport, window, now) : [];
  if (!airport || parts.length === 0) return null;
  const words = `Forecast ${airport.station}: ${bandText(parts, now, clock)}.`;
  if (as === 'words') return <p className="visually-hidden">{words}</p>;
  const band = (
    <div className={style['band']} data-tip={words}>
      <span className="visually-hidden">{words}</span>
      <TimeTrack className={style['track']} window={window} isDecorative bars={parts.map(barOf)} />
    </div>
  );
  if (as === 'band') return band;
  const marks = hourMarks([window], 60, clock).map(({ at, label }) => ({
    key: at,
    at,
    className: style['hour'],
    label,
  }));
  return (
    <div className={style['hours']}>
      <span aria-hidden="true">{airport.station}</span>
      <div>
        {band}
        <TimeTrack className={style['scale']} window={window} isDecorative marks={marks} />
      </div>
    </div>
  );
}

function barOf(part: BandPart) {
  const { passing } = part;
  return {
    start: part.start,
    end: part.end,
    key: part.start,
    className: style['part'],
    data: { 'data-category': part.reading?.category ?? 'unknown' },
    label: passing && <span className={style['part']} data-category={passing.reading?.category ?? 'unknown'} />,
  };
}

const samples = [...flightCategories.toReversed().map((category) => ({ category, isOrWorse: false })), null].map(
  (reading) => ({ reading, passing: null, isCovered: true }),
);

/** Explains the colours and patterns of the band. */
export function ForecastKey() {
  return (
    <ul className={style['key']} aria-label="Key to the forecast">
      {samples.map((sample) => (
        <li key={partText(sample)}>
          <span className={style['swatch']}>
            <span className={style['part']} data-category={sample.reading?.category ?? 'unknown'} />
          </span>
          {partText(sample)}
        </li>
      ))}
      <li>
        <span className={style['swatch']}>
          <span className={style['part']} data-category="VFR">
            <span className={style['part']} data-category="IFR" />
          </span>
        </span>
        IFR for a time
      </li>
    </ul>
  );
}
