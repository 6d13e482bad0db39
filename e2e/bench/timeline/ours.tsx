import '#web/components/theme/tokens.css';
import { createRoot } from 'react-dom/client';
import { isTimed, type TimedReservation, toReservation } from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { aircraftRows, type Resource } from '#domain/timeline/resources.ts';
import type { Zoom } from '#web/components/timeline/timeScale.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { dayOf, daySpan, type Span } from '#domain/time/time.ts';
import { Timeline } from '#web/components/timeline/Timeline.tsx';
import { AtSchool, benchSchool, zone } from '#e2e/bench/pages/AtSchool.tsx';
import type { Contender } from './contender.ts';
import { aircraftOf, reservationOf } from './records.ts';

let fleet: Aircraft[];
let reservations: TimedReservation[];
let week: Span;
let draw: (span: Span, zoom: Zoom) => void;

const ours: Contender = {
  prepare(school) {
    week = { start: school.start, end: school.end };
    fleet = school.aircraft.map(aircraftOf);
    reservations = school.reservations
      .map((reservation) => toReservation(reservationOf(reservation, school.aircraft), zone))
      .filter(isTimed)
      .toSorted((a, b) => a.start - b.start);
  },
  show(root, pixelsPerHour) {
    const react = createRoot(root);
    const rows = aircraftRows(reservations, fleet);
    draw = (span, zoom) => react.render(<Week rows={rows} span={span} zoom={zoom} />);
    draw(week, (64 / pixelsPerHour) * 60);
  },
  turn: (start, end) => draw({ start, end }, 'fit'),
  bars: '[role=gridcell]',
  scroller: () => document.querySelector('[role=grid]'),
};
window.contender = ours;

const marks = new Map();
const ignore = () => undefined;
const renderHead = (row: Resource) => row.label;

function Week({ rows, span, zoom }: { rows: Resource[]; span: Span; zoom: Zoom }) {
  const days: Span[] = [];
  for (let start = span.start; start < span.end; start = days.at(-1)!.end)
    days.push(daySpan(dayOf(start, zone.name), zone.name));
  return (
    <AtSchool>
      <Timeline
        label="Reservations"
        headLabel="Aircraft"
        rows={rows}
        span={span}
        days={days}
        zoom={zoom}
        onZoom={ignore}
        onTurn={ignore}
        at={span.start}
        onAt={ignore}
        renderHead={renderHead}
        marks={marks}
        nights={darknessIn(span, zone.name, benchSchool.position)}
        open={null}
        onOpen={ignore}
      />
    </AtSchool>
  );
}
