import type { AirportWords } from '#domain/weather/weatherWords.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useHere, useUrlChoice } from '#web/components/page/urlState.ts';
import style from './WeatherStrip.module.css';

/** The reports as received, on request. Parts that could not be read are always named. */
export function WeatherReports({ airports }: { airports: readonly AirportWords[] }) {
  const isShown = useUrlChoice('weather', ['words', 'reports'], 'words').value === 'reports';
  const here = useHere();
  const raw = [...new Set(airports.flatMap((airport) => airport.raw))];
  const unread = airports.flatMap((airport) =>
    airport.unread === null ? [] : `${airport.station}: ${airport.unread}.`,
  );
  return (
    <>
      {unread.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {raw.length > 0 && (
        <AppLink className={style['toggle']} to={here({ weather: isShown ? null : 'reports' })}>
          {isShown ? 'Hide reports' : 'Show reports'}
        </AppLink>
      )}
      {isShown && (
        <ul className={style['raw']}>
          {raw.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
