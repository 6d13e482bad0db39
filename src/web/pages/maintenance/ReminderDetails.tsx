import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, shopLink } from '#domain/reservations/links.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { AxisLines } from '#web/components/aircraft/Limits.tsx';
import { ReminderStatus } from '#web/components/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { Facts } from '#web/components/panel/Facts.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import { dueDetails, type DueSources } from './dueRowModel.ts';
import style from './maintenance.module.css';

type ReminderDetailsProps = {
  /** The open reminder, from the address. */
  open: string;
  /** Null until it is loaded, or if there is no such reminder. */
  item: DueItem | null;
  sources: DueSources;
  onClose: () => void;
};

/** All facts about one reminder: every limit, the service's own words, and the basis of its forecast. */
export function ReminderDetails({ open, item, sources, onClose }: ReminderDetailsProps) {
  return (
    <SidePanel about={open} title={item?.name ?? 'Reminder'} onClose={onClose}>
      {item ? (
        <Known item={item} sources={sources} />
      ) : (
        <p className={style['none']}>This aircraft has no such reminder.</p>
      )}
    </SidePanel>
  );
}

function Known({ item, sources }: { item: DueItem; sources: DueSources }) {
  const { aircraft } = item;
  const { class: classLines, messages, forecast, visits, asOf } = dueDetails(item, sources);
  return (
    <Facts
      missing="not given"
      facts={[
        [
          'Aircraft',
          <>
            <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
              <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
            </AppLink>{' '}
            {modelText(aircraft)}
          </>,
        ],
        [
          'Status',
          <>
            <ReminderStatus id={item.statusId} name={item.status} />
            {item.isComplied && ', permanently complied'}
          </>,
        ],
        ['Class', <Lines key="class" lines={classLines} />],
        ['Left', <AxisLines key="left" item={item} now={sources.now} />],
        ['The service says', messages.length > 0 && <Lines key="messages" lines={messages} />],
        ['Forecast', forecast],
        ['Shop visits', visits.length > 0 ? <Lines key="visits" lines={visits} /> : sources.horizons && 'none booked'],
        [
          'Planning',
          <AppLink key="plan" isAlone to={shopLink(aircraft.aircraftId, item.key)}>
            Times in the shop
          </AppLink>,
        ],
        ['As of', asOf],
      ]}
    />
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={style['lines']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
