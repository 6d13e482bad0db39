import type { AirportWords } from '#domain/weather/weatherWords.ts';
import { Icon } from '#web/components/controls/Icon.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useHere, useUrlChoice } from '#web/components/page/urlState.ts';
import style from './WeatherStrip.module.css';

export type DetailsProps = { airports: readonly AirportWords[]; failure: string | null };

/** Everything that is known, in words, and the reports as received, on request. */
export function WeatherDetails({ airports, failure }: DetailsProps) {
  const isShown = useUrlChoice('weather', ['words', 'reports'], 'words').value === 'reports';
  const here = useHere();
  const name = isShown ? 'Hide reports' : 'Show reports';
  return (
    <>
      <AppLink className={style['toggle']} to={here({ weather: isShown ? null : 'reports' })} data-tip={name}>
        <Icon name={isShown ? 'up' : 'down'} size={16} />
        <span className="visually-hidden">{name}</span>
      </AppLink>
      {isShown && (
        <div className={style['details']}>
          {failure !== null && <p>{failure}</p>}
          {airports.map((airport) => (
            <AirportDetails key={airport.station} airport={airport} />
          ))}
        </div>
      )}
    </>
  );
}

function AirportDetails({ airport: { station, title, age, facts, forecast, unread, raw } }: { airport: AirportWords }) {
  return (
    <section aria-label={station}>
      <p>
        <b>{station}</b> {[age === null ? title : `${title}, ${age}`, ...facts.map(({ text }) => text)].join(' · ')}
      </p>
      {forecast !== null && <p>Forecast: {forecast}</p>}
      {unread !== null && (
        <p>
          {station}: {unread}.
        </p>
      )}
      {raw.length > 0 && (
        <ul className={style['raw']}>
          {[...new Set(raw)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
