import { expect, test } from 'vitest';
import { isShownTwice, timeZoneBlock, transitionsIn } from '#domain/reservations/ical.ts';

const year = { start: Date.parse('2026-01-01T00:00:00Z'), end: Date.parse('2027-01-01T00:00:00Z') };
const found = (zone: string) =>
  transitionsIn(year, zone).map(({ at, from, to }) => [new Date(at).toISOString().slice(0, 16), from, to]);

test('a zone’s changes are found to the minute', () => {
  expect(found('America/Denver')).toEqual([
    ['2026-03-08T09:00', -420, -360],
    ['2026-11-01T08:00', -360, -420],
  ]);
  expect(found('Europe/London')).toEqual([
    ['2026-03-29T01:00', 0, 60],
    ['2026-10-25T01:00', 60, 0],
  ]);
  expect(found('Australia/Lord_Howe').map(([, from, to]) => [from, to])).toEqual([
    [660, 630],
    [630, 660],
  ]);
  expect(found('America/Phoenix')).toEqual([]);
});

test('a repeated hour is recognised', () => {
  const quarter = 900_000;
  const doubled = (from: string, zone: string) => {
    const starts = Array.from({ length: 24 * 4 }, (_, index) => Date.parse(from) + index * quarter);
    const twice = starts.filter((start) => isShownTwice(start, zone));
    return [twice.length, ...twice.slice(0, 1).map((value) => new Date(value).toISOString().slice(0, 16))];
  };
  expect(doubled('2026-11-01T00:00:00Z', 'America/Denver')).toEqual([8, '2026-11-01T07:00']);
  expect(doubled('2026-10-25T00:00:00Z', 'Europe/London')).toEqual([8, '2026-10-25T00:00']);
  expect(doubled('2026-04-04T06:00:00Z', 'Australia/Lord_Howe')).toEqual([4, '2026-04-04T14:30']);
  expect(doubled('2026-03-08T00:00:00Z', 'America/Denver')).toEqual([0]);
});

test('a zone is defined by its earlier offset and each change since', () => {
  const autumn = { start: Date.parse('2026-10-31T00:00:00Z'), end: Date.parse('2026-11-02T00:00:00Z') };
  expect(timeZoneBlock('America/Denver', autumn)).toBe(
    [
      'BEGIN:VTIMEZONE|TZID:America/Denver',
      'BEGIN:STANDARD|DTSTART:19700101T000000|TZOFFSETFROM:-0600|TZOFFSETTO:-0600|END:STANDARD',
      'BEGIN:STANDARD|DTSTART:20251102T020000|TZOFFSETFROM:-0600|TZOFFSETTO:-0700|END:STANDARD',
      'BEGIN:DAYLIGHT|DTSTART:20260308T020000|TZOFFSETFROM:-0700|TZOFFSETTO:-0600|END:DAYLIGHT',
      'BEGIN:STANDARD|DTSTART:20261101T020000|TZOFFSETFROM:-0600|TZOFFSETTO:-0700|END:STANDARD',
      'END:VTIMEZONE',
    ]
      .join('|')
      .replaceAll('|', '\r\n'),
  );
});

test('a zone without changes has one offset', () => {
  const block = timeZoneBlock('Asia/Kolkata', year);
  expect(block.match(/TZOFFSETTO:.*/g)).toEqual(['TZOFFSETTO:+0530']);
});
