import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { briefOf } from '#domain/brief/brief.ts';
import { slot, person } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { canMount, smallDisk } from '#e2e/servers/smallDisk.ts';
import { sampleReplica } from '#e2e/servers/sampleOperator.ts';
import { Turns } from '#server/observability/turns.ts';
import { briefHtml, type BriefFileOptions, briefWriter, OwnBriefs } from './briefFiles.ts';
import type { MadeBrief } from './views/brief.ts';

const zone = 'America/Denver';
const minute = 60_000;
const index = readinessIndex(sources([slot('a', '12:00', '13:00', { pilots: [person('Ana <b>Garcia&')] })]));
const sheet = briefOf({ day: '2026-05-12', index, changes: [], logFrom: 0, unread: [] });
const whole: MadeBrief = { sheet, isWhole: true, asOf: Date.parse('2026-05-12T10:58:00Z') };

/** A writer with a clock that a test moves, over its own directory. */
function writer(start: string, more: Partial<BriefFileOptions> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const lines: string[] = [];
  const made: string[] = [];
  const troubles: (string | null)[] = [];
  const time = { now: Date.parse(start) };
  const answer = { next: whole };
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, message: string) => void lines.push(message),
  };
  const make = (day: string) => {
    made.push(day);
    return Promise.resolve(answer.next);
  };
  const options = {
    directory,
    hour: 5,
    daysKept: 30,
    zone,
    schoolName: () => 'Peak & Sons',
    wall: () => time.now,
    briefs: { isRead: () => answer.next.isWhole, make },
    log,
    onTrouble: (words: string | null) => void troubles.push(words),
    ...more,
  };
  const state = { look: briefWriter(options) };
  const folder = join(directory, 'briefs');
  const names = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
  const look = (instant: string) => {
    time.now = Date.parse(instant);
    return state.look();
  };
  const at = async (instant: string) => {
    await look(instant);
    return names();
  };
  const restart = () => void (state.look = briefWriter(options));
  return { directory, folder, look, at, restart, made, lines, answer, troubles };
}

describe('the morning’s file', () => {
  it('is written once, at the hour of the operator’s clock, only for its owner', async () => {
    const { at, folder, directory, made } = writer('2026-05-12T08:00:00Z');
    // 0459L, 0500L and later that day.
    expect(await at('2026-05-12T10:59:59Z')).toEqual([]);
    expect(await at('2026-05-12T11:00:00Z')).toEqual(['2026-05-12.html']);
    expect(await at('2026-05-12T20:00:00Z')).toEqual(['2026-05-12.html']);
    expect(made).toEqual(['2026-05-12']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, '2026-05-12.html')).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['briefs']);
  });

  it('is written at a later start if missing, and left alone if there', async () => {
    const { at, restart, made, folder } = writer('2026-05-12T16:00:00Z');
    expect(await at('2026-05-12T16:00:00Z')).toEqual(['2026-05-12.html']);
    restart();
    await at('2026-05-12T16:10:00Z');
    expect(made).toEqual(['2026-05-12']);
    rmSync(join(folder, '2026-05-12.html'));
    restart();
    expect(await at('2026-05-12T16:20:00Z')).toEqual(['2026-05-12.html']);
  });

  it('is written at midnight if that is the hour', async () => {
    const { at, made } = writer('2026-05-12T08:00:00Z', { hour: 0 });
    // 2359L and 0000L.
    await at('2026-05-13T05:59:50Z');
    expect(await at('2026-05-13T06:00:00Z')).toEqual(['2026-05-12.html', '2026-05-13.html']);
    expect(made).toEqual(['2026-05-12', '2026-05-13']);
  });

  it('is written in the night in which the clock skips its hour, and once if the clock shows the hour twice', async () => {
    const spring = writer('2026-03-08T07:00:00Z', { hour: 2 });
    // 0159L, and a minute later 0300L.
    expect(await spring.at('2026-03-08T08:59:00Z')).toEqual([]);
    expect(await spring.at('2026-03-08T09:00:00Z')).toEqual(['2026-03-08.html']);
    const autumn = writer('2026-11-01T06:00:00Z', { hour: 1 });
    expect(await autumn.at('2026-11-01T06:59:00Z')).toEqual([]);
    expect(await autumn.at('2026-11-01T07:00:00Z')).toEqual(['2026-11-01.html']);
    await autumn.at('2026-11-01T08:00:00Z');
    expect(autumn.made).toEqual(['2026-11-01']);
  });
});

describe('a brief that cannot be completed or written', () => {
  it('waits a minute for unread data, is then written incomplete, and again once it is complete', async () => {
    const { at, answer, folder, made } = writer('2026-05-12T11:00:00Z');
    const text = () => readFileSync(join(folder, '2026-05-12.html'), 'utf8');
    answer.next = { sheet: null, isWhole: false, asOf: null };
    expect(await at('2026-05-12T11:00:00Z')).toEqual([]);
    answer.next = { ...whole, isWhole: false };
    expect(await at('2026-05-12T11:00:50Z')).toEqual([]);
    expect(await at('2026-05-12T11:01:00Z')).toEqual(['2026-05-12.html']);
    expect(text()).toContain('written 0501L');
    await at('2026-05-12T11:01:30Z');
    expect(text()).toContain('written 0501L');
    answer.next = whole;
    await at('2026-05-12T11:01:40Z');
    await at('2026-05-12T11:05:00Z');
    expect([text().includes('written 0501L'), made.length]).toEqual([true, 2]);
  });

  it.skipIf(!canMount())(
    'that a full disk cuts off leaves no half file, and is whole once there is space',
    async () => {
      const disk = smallDisk();
      const { at, restart, lines } = writer('2026-05-11T12:00:00Z', { directory: disk.directory });
      const folder = join(disk.directory, 'briefs');
      const text = (day: string) => readFileSync(join(folder, `${day}.html`), 'utf8');
      await at('2026-05-11T12:00:00Z');
      const before = text('2026-05-11');
      disk.fill();
      // Space for the beginning of the page alone.
      for (const name of ['fill-4096-0', 'fill-8192-0']) rmSync(join(disk.directory, name), { force: true });
      for (let minutes = 0; minutes < 30; minutes += 10) {
        await at(new Date(Date.parse('2026-05-12T11:00:00Z') + minutes * minute).toISOString());
        restart();
        expect(readdirSync(folder)).toEqual(['2026-05-11.html']);
      }
      expect([text('2026-05-11') === before, lines.length]).toEqual([true, 3]);
      disk.empty();
      await at('2026-05-12T11:40:00Z');
      expect(readdirSync(folder).toSorted()).toEqual(['2026-05-11.html', '2026-05-12.html']);
      expect(text('2026-05-12')).toMatch(/<\/html>\n$/);
    },
  );

  it.skipIf(!canMount())(
    'because the disk is full is tried once a minute, through a restart, and says why until there is space an hour later',
    async () => {
      const disk = smallDisk();
      const { look, restart, lines, made, troubles } = writer('2026-05-12T11:00:00Z', { directory: disk.directory });
      disk.fill();
      const start = Date.parse('2026-05-12T11:00:00Z');
      for (let seconds = 0; seconds < 3_600; seconds += 10) {
        if (seconds === 1_800) restart();
        await look(new Date(start + seconds * 1_000).toISOString());
      }
      expect([made.length, lines.length]).toEqual([60, 2]);
      expect(new Set(troubles)).toEqual(new Set([expect.stringContaining('because the disk is full')]));
      disk.empty();
      await look('2026-05-12T12:00:00Z');
      await look('2026-05-12T12:10:00Z');
      expect([made.length, troubles.at(-1)]).toEqual([61, null]);
      expect(readFileSync(join(disk.directory, 'briefs', '2026-05-12.html'), 'utf8')).toMatch(/<\/html>\n$/);
    },
  );

  it('is not tried endlessly if some data never loads', async () => {
    const { at, answer, made } = writer('2026-05-12T11:00:00Z');
    answer.next = { ...whole, isWhole: false };
    for (let passed = 0; passed <= 120; passed++)
      await at(new Date(Date.parse('2026-05-12T11:00:00Z') + passed * minute).toISOString());
    expect(made).toHaveLength(30);
  });

  it('is deleted after thirty days, and nothing else with it', async () => {
    const { at, folder } = writer('2026-05-12T11:00:00Z');
    mkdirSync(folder);
    for (const name of ['2026-04-11.html', '2026-04-12.html', '2025-12-31.html', 'notes.html'])
      writeFileSync(join(folder, name), '');
    expect(await at('2026-05-12T11:00:00Z')).toEqual(['2026-04-12.html', '2026-05-12.html', 'notes.html']);
  });

  it('that cannot be written is reported once a day, and tried again', async () => {
    const { at, look, lines, folder } = writer('2026-05-12T11:00:00Z');
    // A file is in place of the directory, as on a disk that cannot be written.
    writeFileSync(folder, 'in the way');
    const tries = ['2026-05-12T11:00:00Z', '2026-05-12T11:00:10Z', '2026-05-12T18:00:00Z', '2026-05-13T11:00:00Z'];
    for (const time of tries) await look(time);
    expect(lines).toEqual(Array.from({ length: 2 }, () => 'The morning brief could not be written.'));
    rmSync(folder);
    expect(await at('2026-05-13T11:10:00Z')).toEqual(['2026-05-13.html']);
  });
});

describe('the page in the file', () => {
  const html = briefHtml(sheet, {
    schoolName: 'Peak & Sons',
    asOf: whole.asOf,
    now: Date.parse('2026-05-12T11:00:00Z'),
    clock: { zone, mode: 'L' },
  });

  it('needs nothing else: no script, no other address', () => {
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/<script|<link|<img|url\(|@import|src=|href=/);
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  it('shows everything on the sheet, as text and nothing else', () => {
    expect(html).toContain('Peak &amp; Sons');
    expect(html).toContain('&lt;b&gt;Garcia&amp;');
    expect(html).not.toContain('<b>Garcia');
    for (const { name, value } of sheet.facts) expect(html).toContain(`<dt>${name}</dt><dd>${value}</dd>`);
    for (const { title, rows } of [...sheet.top, ...sheet.columns.flat()]) {
      expect(html).toContain(title);
      for (const { cells } of rows) expect(html).toContain(cells[0]);
    }
    expect(html).toContain('As of 0458L Tue 12 May · written 0500L Tue 12 May');
  });
});

describe('a brief that the gateway makes by itself', () => {
  const status = sampleReplica().status();
  const steps = (after: () => void) =>
    new OwnBriefs(
      {
        isRead: () => true,
        make: function* () {
          for (let step = 0; step < 3; step++) {
            after();
            yield;
          }
          return { ...whole, others: null };
        },
      },
      { status, turns: new Turns() },
    );

  it('is made in steps, and has no sheet once the gateway ends: its store may be closed', async () => {
    let done = 0;
    const briefs = steps(() => done++);
    expect(await briefs.make('2026-05-12')).toMatchObject(whole);
    expect(done).toBe(3);
    const ending = steps(() => {
      done++;
      ending.close();
    });
    expect(await ending.make('2026-05-12')).toEqual({ sheet: null, isWhole: false, asOf: null });
    expect(done).toBe(4);
  });
});
