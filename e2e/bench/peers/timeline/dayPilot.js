import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { DayPilot, DayPilotScheduler } from '@daypilot/daypilot-lite-react';

let resources, events, week, draw;

// It has no zones: its dates are wall-clock times, here the browser's.
const wallClock = (instant) => new DayPilot.Date(new Date(instant), true);

window.contender = {
  prepare(school, words) {
    week = { start: school.start, end: school.end };
    resources = school.aircraft.map((tail, place) => ({ id: `${place}`, name: tail }));
    events = school.reservations.map((reservation) => ({
      id: reservation.number,
      resource: `${reservation.aircraft}`,
      start: wallClock(reservation.start),
      end: wallClock(reservation.end),
      text: words(reservation),
    }));
  },
  show(root, pixelsPerHour) {
    const react = createRoot(root);
    draw = (start, days, cellDuration, cellWidth) =>
      react.render(
        createElement(DayPilotScheduler, {
          startDate: wallClock(start),
          days,
          scale: 'CellDuration',
          cellDuration,
          cellWidth,
          timeHeaders: [{ groupBy: 'Day', format: 'd MMM' }, { groupBy: 'Cell' }],
          heightSpec: 'Fixed',
          height: root.clientHeight - 62,
          rowHeaderWidth: 100,
          eventHeight: 26,
          // To the minute, not to the cell.
          useEventBoxes: 'Never',
          eventMoveHandling: 'Disabled',
          eventResizeHandling: 'Disabled',
          timeRangeSelectedHandling: 'Disabled',
          // By default bars appear only when scrolling has ended.
          scrollDelayEvents: 0,
          scrollDelayCells: 0,
          dynamicEventRenderingCacheSweeping: true,
          resources,
          events,
        }),
      );
    draw(week.start, 7, 120, 2 * pixelsPerHour);
  },
  turn: (start) => draw(start, 1, 60, 62),
  bars: '.scheduler_default_event',
  scroller: () => document.querySelector('.scheduler_default_scrollable'),
};
