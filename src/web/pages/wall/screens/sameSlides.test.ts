import { replaceEqualDeep } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { fleetOf, flights, modelOf, of, only } from '#e2e/fixtures/samples/sampleWall.ts';
import type { WallSlide } from './slides.ts';

describe('objects kept to avoid a redraw', () => {
  const records = { fleet: fleetOf(6), reservations: flights };
  const fleet = (more: Parameters<typeof modelOf>[0] = {}, later = 0) => {
    const slides = only('fleet', modelOf({ ...records, ...more }, { now: now + later }));
    return slides;
  };
  const tiles = (slides: readonly WallSlide[]) =>
    slides.flatMap(({ content }) => (content.kind === 'fleet' ? content.tiles : []));

  test('include everything after a refresh without news', () => {
    const before = fleet();
    const after = fleet({ fleet: fleetOf(6), reservations: [...flights] });
    expect(after).not.toBe(before);
    expect(replaceEqualDeep(before, after)).toBe(before);
  });

  test('include everything a minute later when nothing displayed has changed', () => {
    const before = fleet();
    expect(replaceEqualDeep(before, fleet({}, 60_000))).toBe(before);
  });

  test('include all other tiles when one aircraft changes', () => {
    const before = fleet();
    const later = slot('new', '15:00', '16:00', of('103'));
    const after = replaceEqualDeep(before, fleet({ reservations: [...flights, later] }));
    const same = tiles(after).filter((tile) => tiles(before).includes(tile));
    expect(tiles(after)).toHaveLength(6);
    expect(same.map(({ tail }) => tail).toSorted()).toEqual(['N100AB', 'N101AB', 'N102AB', 'N104AB', 'N105AB']);
    expect(tiles(after).find(({ tail }) => tail === 'N103AB')?.next).toBe('1500L Standard');
  });

  test('include the rows of the day while the current-time line moves', () => {
    const at = (later: number) => only('day', modelOf(records, { now: now + later }));
    const before = at(0);
    const after = replaceEqualDeep(before, at(60_000));
    const [old, current] = [before[0]?.content, after[0]?.content];
    if (old?.kind !== 'day' || current?.kind !== 'day') throw new Error('no day');
    expect(current.now).toBe(now + 60_000);
    expect(current.rows).toBe(old.rows);
    expect(current.hours).toBe(old.hours);
    expect(onTheDay('11:06')).toBe(current.now);
  });
});
