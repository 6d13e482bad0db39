import { createCalendar, ResourceTimeline } from '@event-calendar/core';
import '@event-calendar/core/index.css';

let resources, events, calendar, monday;

// It shifts instants by today's offset, in summer and winter alike; given as wall-clock times they are in the right place.
const wallClock = (instant) =>
  new Date(instant - new Date(instant).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

window.contender = {
  prepare(school, words) {
    monday = wallClock(school.start);
    resources = school.aircraft.map((tail, id) => ({ id, title: tail }));
    events = school.reservations.map((reservation) => ({
      id: reservation.number,
      resourceIds: [reservation.aircraft],
      start: wallClock(reservation.start),
      end: wallClock(reservation.end),
      title: words(reservation),
    }));
  },
  show(root, pixelsPerHour) {
    calendar = createCalendar(root, [ResourceTimeline], {
      view: 'resourceTimelineWeek',
      date: monday,
      firstDay: 1,
      height: '100%',
      headerToolbar: { start: '', center: '', end: '' },
      slotDuration: '02:00',
      slotWidth: 2 * pixelsPerHour,
      views: { resourceTimelineDay: { slotDuration: '01:00', slotWidth: 62 } },
      resources,
      events,
    });
  },
  turn(start) {
    calendar.setOption('view', 'resourceTimelineDay');
    calendar.setOption('date', wallClock(start));
  },
  bars: '.ec-event',
  scroller: () => document.querySelector('.ec-main'),
};
