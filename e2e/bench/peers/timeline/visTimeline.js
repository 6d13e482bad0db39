import { DataSet } from 'vis-data/peer';
import { Timeline } from 'vis-timeline/peer';
import 'vis-timeline/styles/vis-timeline-graph2d.min.css';

let groups, items, week, timeline;

window.contender = {
  prepare(school, words) {
    week = { start: school.start, end: school.end };
    groups = school.aircraft.map((tail, id) => ({ id, content: tail }));
    items = school.reservations.map((reservation) => ({
      id: reservation.number,
      group: reservation.aircraft,
      start: reservation.start,
      end: reservation.end,
      content: words(reservation),
      type: 'range',
    }));
  },
  show(root, pixelsPerHour) {
    const visible = ((root.clientWidth - 100) / pixelsPerHour) * 3_600_000;
    timeline = new Timeline(root, new DataSet(items), new DataSet(groups), {
      height: '100%',
      orientation: 'top',
      verticalScroll: true,
      start: week.start,
      end: week.start + visible,
      margin: { item: 4, axis: 4 },
      showCurrentTime: false,
      showTooltips: false,
      // The texts are ours, and filtering each only takes time.
      xss: { disabled: true },
    });
    // Otherwise it stays hidden until it checks its size, once a second.
    const reveal = () => {
      timeline.off('rangechanged', reveal);
      timeline.redraw();
    };
    timeline.on('rangechanged', reveal);
  },
  turn: (start, end) => timeline.setWindow(start, end, { animation: false }),
  bars: '.vis-item',
  scroller: () => document.querySelector('.vis-left.vis-vertical-scroll'),
};
