import { whenText } from '#domain/time/clock.ts';
import { groupItems, type Grouping } from '#domain/maintenance/dueList.ts';
import { type Horizon, horizonPhrase, visitPhrase } from '#domain/maintenance/horizon.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { AxisLines } from '#web/ui/aircraft/AxisCell.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import style from './maintenance.module.css';

type DueCardsProps = {
  items: readonly DueItem[];
  horizons: ReadonlyMap<string, Horizon> | null;
  grouping: Grouping | 'none';
  now: Instant;
};

/** The due list on a narrow screen: the same words, one reminder to a card. */
export function DueCards({ items, horizons, grouping, now }: DueCardsProps) {
  const groups = grouping === 'none' ? [{ key: 'all', title: '', items }] : groupItems(items, grouping);
  return groups.map((group) => (
    <section key={group.key} aria-label={group.title || 'Reminders'}>
      {group.title && (
        <h3 className={style['groupTitle']}>
          {group.title} <span className={style['quiet']}>{group.items.length}</span>
        </h3>
      )}
      <ul className={style['cards']}>
        {group.items.map((item) => (
          <DueCard key={item.key} item={item} horizon={horizons?.get(item.key)} now={now} />
        ))}
      </ul>
    </section>
  ));
}

function DueCard({ item, horizon, now }: { item: DueItem; horizon: Horizon | undefined; now: Instant }) {
  const clock = useClock();
  return (
    <li>
      <div className={style['cardHead']}>
        <ReminderStatus id={item.statusId} name={item.status} />
        <AppLink className={style['tail']} to={aircraftLink(item.aircraft.aircraftId)}>
          <TailNumber tail={item.aircraft.tailNumber} isSimulator={item.aircraft.isSimulator ?? false} />
        </AppLink>
      </div>
      <b>{item.name}</b>
      <span className={style['quiet']}>as of {whenText(item.asOf, now, clock)}</span>
      <AxisLines item={item} now={now} />
      {item.axes.map(
        (axis) =>
          axis.message && (
            <span key={`message ${axis.name}`} className={style['quiet']}>
              {axis.message}
            </span>
          ),
      )}
      {horizon && (
        <span className={style['cardForecast']}>
          Forecast: {horizonPhrase(horizon, now, clock)} · {visitPhrase(horizon, now, clock)}
        </span>
      )}
    </li>
  );
}
