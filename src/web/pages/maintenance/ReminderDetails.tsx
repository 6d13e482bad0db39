import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { AxisLines, ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import { dueDetails, type DueSources } from './dueRowModel.ts';
import style from './maintenance.module.css';

type ReminderDetailsProps = {
  /** The reminder that is open, as the address has it. */
  open: string;
  /** Null while it has not been read, or where there is none of that name. */
  item: DueItem | null;
  sources: DueSources;
  onClose: () => void;
};

/** All that is known of one reminder: every limit, the service's own words, and what its forecast rests on. */
export function ReminderDetails({ open, item, sources, onClose }: ReminderDetailsProps) {
  return (
    <SidePanel about={open} title={item?.name ?? 'Reminder'} onClose={onClose}>
      {item ? (
        <Known item={item} sources={sources} />
      ) : (
        <p className={style['none']}>No such reminder has been read of the aircraft shown.</p>
      )}
    </SidePanel>
  );
}

function Known({ item, sources }: { item: DueItem; sources: DueSources }) {
  const { aircraft } = item;
  const { messages, forecast, visits, asOf } = dueDetails(item, sources);
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
        ['Left', <AxisLines key="left" item={item} now={sources.now} />],
        ['The service says', messages.length > 0 && <Lines key="messages" lines={messages} />],
        ['Forecast', forecast],
        ['Shop visits', visits.length > 0 ? <Lines key="visits" lines={visits} /> : sources.horizons && 'none booked'],
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
