import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import Timeline from 'react-calendar-timeline';
import 'react-calendar-timeline/style.css';

let groups, items, week, draw;

window.contender = {
  prepare(school, words) {
    week = { start: school.start, end: school.end };
    groups = school.aircraft.map((tail, id) => ({ id, title: tail }));
    items = school.reservations.map((reservation) => ({
      id: reservation.number,
      group: reservation.aircraft,
      start_time: reservation.start,
      end_time: reservation.end,
      title: words(reservation),
    }));
  },
  show(root, pixelsPerHour) {
    root.style.overflowY = 'auto';
    const react = createRoot(root);
    draw = (visibleTimeStart, visibleTimeEnd) => {
      const given = { groups, items, visibleTimeStart, visibleTimeEnd, lineHeight: 34, sidebarWidth: 100 };
      const still = { canMove: false, canResize: false, canChangeGroup: false, stackItems: true };
      react.render(createElement(Timeline, { ...given, ...still }));
    };
    draw(week.start, week.start + ((root.clientWidth - 100) / pixelsPerHour) * 3_600_000);
  },
  turn: (start, end) => draw(start, end),
  bars: '.rct-item',
  scroller: () => document.querySelector('#stage'),
};
