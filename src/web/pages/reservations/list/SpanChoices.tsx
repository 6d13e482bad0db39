import { printFilter } from '#contract/filters.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Filters, setFilter } from '#domain/lists/listState.ts';
import { type ReservationSpan, spanFilters } from '#domain/reservations/reservationSpans.ts';
import { mondayOf } from '#domain/calendar/days.ts';
import type { Day } from '#domain/time/time.ts';
import { Choices } from '#web/ui/controls/controls.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';

type SpanChoicesProps = { list: ListControls; day: Day; today: Day };

/** The times people ask for most; each sets the two time filters, where all can see them. */
export function SpanChoices({ list, day, today }: SpanChoicesProps) {
  const school = useSchool();
  const spans = spanFilters(day, { name: school.timeZone, zoneless: school.zonelessTimes });
  const asked = printTimes(list.query.filters ?? {});
  const options = (Object.keys(spans) as ReservationSpan[]).map((span) => ({
    value: span,
    label: label(span, day, today),
  }));
  const chosen = options.find(({ value }) => printTimes(spans[value]) === asked);
  const choose = (span: ReservationSpan) => {
    const { startTime, endTime } = spans[span];
    void list.change({
      ...setFilter('startTime', startTime ?? null, list.usual),
      ...setFilter('endTime', endTime ?? null, list.usual),
    });
  };
  return (
    <Choices
      label="Times"
      value={chosen?.value ?? 'other'}
      options={options}
      onChange={(span) => span !== 'other' && choose(span)}
    />
  );
}

function printTimes({ startTime, endTime }: Filters): string {
  return [startTime, endTime].map((filter) => filter && printFilter(filter)).join(' ');
}

function label(span: ReservationSpan, day: Day, today: Day): string {
  const isToday = day === today;
  if (span === 'weeks') return 'Six weeks';
  if (span === 'from') return `From ${isToday ? 'today' : dayText(day)}`;
  if (span === 'day') return isToday ? 'Today' : dayText(day);
  if (span === 'week') return isToday ? 'This week' : `Week of ${dayText(mondayOf(day))}`;
  return 'All';
}
