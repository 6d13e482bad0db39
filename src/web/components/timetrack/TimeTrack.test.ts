import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import { TimeTrack } from './TimeTrack.tsx';

const hour = 3_600_000;
const day = daySpan('2026-11-01', 'America/Chicago');
const at = (hours: number) => day.start + hours * hour;
const drawn = (props: Partial<ComponentProps<typeof TimeTrack>>) =>
  renderToStaticMarkup(createElement(TimeTrack, { className: 'strip', window: day, ...props }));

test('draws bands, marks, children, bars and lines in this order', () => {
  const markup = drawn({
    isDecorative: true,
    lines: [{ key: 'now', at: at(20), className: 'now' }],
    bars: [{ key: 'a', start: at(5), end: at(10), className: 'bar', label: 'A', data: { 'data-kind': 'Class' } }],
    marks: [{ key: 5, at: at(5), className: 'hour', label: '04' }],
    bands: [{ key: 'night', start: day.start - hour, end: at(5), className: 'night' }],
    children: createElement('p', null, 'inside'),
  });
  expect(markup).toBe(
    '<div class="strip" aria-hidden="true">' +
      '<span class="night" style="left:0.000%;width:20.000%"></span>' +
      '<span class="hour" style="left:20.000%">04</span>' +
      '<p>inside</p>' +
      '<span class="bar" data-kind="Class" style="left:20.000%;width:20.000%">A</span>' +
      '<span class="now" style="left:80.000%"></span>' +
      '</div>',
  );
});

test('draws downward as a list, with lanes side by side', () => {
  const bar = { key: 'a', start: at(5), end: at(10), across: { from: '50.000%', size: '50.000%' } };
  expect(drawn({ as: 'ul', direction: 'down', bars: [bar] })).toBe(
    '<ul class="strip"><li style="top:20.000%;height:20.000%;left:50.000%;width:50.000%"></li></ul>',
  );
  expect(drawn({ direction: 'down', lines: [{ key: 'now', at: at(10) }] })).toBe(
    '<div class="strip"><span style="top:40.000%"></span></div>',
  );
});

test('draws lanes one below another when time runs to the right', () => {
  const bar = { key: 'a', start: at(0), end: at(25), across: { from: 8, size: 20 } };
  expect(drawn({ bars: [bar] })).toContain('style="left:0.000%;width:100.000%;top:8px;height:20px"');
});

test('draws nothing outside its window', () => {
  const before = { key: 'before', start: day.start - hour, end: day.start };
  expect(drawn({ as: 'span', bars: [before], bands: [before], lines: [{ key: 'now', at: day.end }] })).toBe(
    '<span class="strip"></span>',
  );
});
