import type { MayFly } from '#domain/people/checkouts.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import style from './people.module.css';

/** The aircraft somebody may take by checkout, and what that does not say. */
export function MayFlyList({ may }: { may: MayFly }) {
  const models = [...Map.groupBy(may.aircraft, modelText)];
  return (
    <section className={style['may']} aria-labelledby="may-fly">
      <h3 id="may-fly">
        May fly <span>{may.aircraft.length} of the fleet</span>
      </h3>
      {models.map(([model, aircraft]) => (
        <div key={model}>
          <h4>{model}</h4>
          <ul>
            {aircraft.map(({ aircraftId, tailNumber, isSimulator }) => (
              <li key={aircraftId}>
                <AppLink to={aircraftLink(aircraftId)}>
                  <TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {may.inactive > 0 && <p>{may.inactive} more by make and model that the service calls inactive.</p>}
      {may.without.length > 0 && (
        <p>The fleet has no {[...new Set(may.without.map(({ type }) => type))].join(', ')}.</p>
      )}
      <p className={style['caveat']}>By checkout alone; currency, medical and endorsements are not checked.</p>
    </section>
  );
}
