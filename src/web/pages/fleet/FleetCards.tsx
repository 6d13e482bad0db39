import { modelText } from '#domain/fleet/fleet.ts';
import { AircraftStatus } from '#web/ui/aircraft/AircraftStatus.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import style from './fleet.module.css';
import { FitnessMark, PresentMark } from '#web/ui/aircraft/FitnessMark.tsx';
import { type FleetViewProps, NextCell, TailLink } from './FleetTable.tsx';

/** The fleet as cards, for tablets and phones: the same words, one aircraft to a card. */
export function FleetCards({ rows, now, isGrouped, checkOf }: FleetViewProps) {
  const clock = useClock();
  const sections = isGrouped ? [...Map.groupBy(rows, (row) => modelText(row.aircraft))] : [['', rows] as const];
  return sections.map(([model, members]) => (
    <section key={model} className={style['section']} aria-label={model || 'Aircraft'}>
      {model && (
        <h3>
          {model} <span>{members.length}</span>
        </h3>
      )}
      <ul className={style['cards']}>
        {members.map((row) => (
          <li key={row.aircraft.aircraftId} data-group={row.group}>
            <div className={style['cardHead']}>
              <TailLink row={row} />
              <AircraftStatus status={row.aircraft.status} />
            </div>
            {!isGrouped && <span className={style['quiet']}>{modelText(row.aircraft)}</span>}
            {row.aircraft.isSimulator && <span className={style['simulator']}>Simulator</span>}
            <PresentMark row={row} now={now} />
            <FitnessMark fitness={row.fitness} />
            <span className={style['cardNext']}>
              <span className={style['quiet']}>next </span>
              <NextCell row={row} now={now} clock={clock} checkOf={checkOf} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
