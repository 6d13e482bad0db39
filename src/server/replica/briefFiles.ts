import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { millisecondsInMinute } from '#domain/units.ts';
import type { BriefBlock, BriefRow, BriefSheet } from '#contract/gateway/brief.ts';
import { briefFoot, countsIn } from '#domain/brief/sheet.ts';
import { type Clock, clockText, dayText } from '#domain/time/clock.ts';
import { addDays, type Day, dayOf, type Instant, wallText } from '#domain/time/time.ts';
import { escaped } from '#server/http/reply.ts';
import type { Log } from '#server/observability/log.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { savePrivate } from '#server/install/privateFiles.ts';
import type { Steps } from '#domain/steps.ts';
import type { Replica } from './replica.ts';
import type { createBrief, MadeBrief } from './views/brief.ts';

/** The briefs that the gateway makes by itself, for files and mails: in turns, so that others are answered in between. */
export class OwnBriefs {
  readonly #brief: Pick<ReturnType<typeof createBrief>, 'isRead' | 'make'>;
  readonly #replica: Pick<Replica, 'status' | 'turns'>;
  #isClosed = false;

  constructor(
    brief: Pick<ReturnType<typeof createBrief>, 'isRead' | 'make'>,
    replica: Pick<Replica, 'status' | 'turns'>,
  ) {
    this.#brief = brief;
    this.#replica = replica;
  }

  /** Whether all that the brief of a day needs has been read. */
  isRead(day: Day): boolean {
    return this.#brief.isRead(day, this.#replica.status);
  }

  /** Without a sheet after `close`. */
  make(day: Day): Promise<MadeBrief> {
    const { turns, status } = this.#replica;
    return turns.run('view', this.#whileOpen(this.#brief.make(day, status)), 'brief');
  }

  /** The store may be closed from now on. */
  close(): void {
    this.#isClosed = true;
  }

  *#whileOpen(steps: Steps<MadeBrief>): Steps<MadeBrief> {
    for (;;) {
      if (this.#isClosed) return { sheet: null, isWhole: false, asOf: null };
      const step = steps.next();
      if (step.done) return step.value;
      yield;
    }
  }
}

export type BriefFileOptions = {
  /** The data directory: the files are kept in `briefs/` below it. */
  readonly directory: string;
  /** The hour at which briefs are written, by the operator's clock, 0 to 23. */
  readonly hour: number;
  /** Days for which a brief is kept. */
  readonly daysKept: number;
  readonly zone: string;
  readonly schoolName: () => string;
  /** The time of day. */
  readonly wall: () => number;
  readonly briefs: Pick<OwnBriefs, 'isRead' | 'make'>;
  readonly log: Log;
  /** Told why there is no brief of today, in words for people; null once it is written. */
  readonly onTrouble?: (words: string | null) => void;
};

/** An incomplete brief is written after this time, and again at this interval; so is one that could not be written. */
const patience = millisecondsInMinute;
/** This long after it was due, even an incomplete brief is final. */
const lastTry = 30 * millisecondsInMinute;

/** The state of a day's brief: since when it is due, when it was last written, and whether it is complete. */
type DayState = {
  readonly day: Day;
  readonly dueAt: Instant;
  writtenAt: Instant | null;
  failedAt: Instant | null;
  isSettled: boolean;
};

/**
 * Writes each day's morning brief as a standalone page to print, so that it is on disk before the day begins. The
 * returned function writes today's brief if the hour has passed and the file is missing. It uses the wall clock. If
 * that hour is skipped in spring, the brief is due at the next one. If it is repeated, the brief is written once. Never
 * rejects.
 */
export function briefWriter({
  directory,
  hour,
  daysKept,
  zone,
  schoolName,
  wall,
  briefs,
  log,
  onTrouble = () => undefined,
}: BriefFileOptions): () => Promise<void> {
  const folder = join(directory, 'briefs');
  let state: DayState | null = null;
  let isWriting = false;

  const write = async (today: DayState, now: Instant) => {
    const isPatient = now - Math.max(today.dueAt, today.writtenAt ?? 0) < patience;
    // Asked first: the brief of a large school takes a second to make.
    if (isPatient && !briefs.isRead(today.day)) return;
    if (today.failedAt !== null && now - today.failedAt < patience) return;
    const { sheet, isWhole, asOf } = await briefs.make(today.day);
    if (sheet === null) return;
    const html = briefHtml(sheet, { schoolName: schoolName(), asOf, now, clock: { zone, mode: 'L' } });
    savePrivate(folder, fileOf(today.day), html);
    today.writtenAt = now;
    today.isSettled = isWhole || now - today.dueAt >= lastTry;
    onTrouble(null);
    if (today.failedAt !== null) log.info({ folder }, 'The morning brief could be written.');
    today.failedAt = null;
    prune(folder, addDays(today.day, -daysKept));
  };

  return async () => {
    if (isWriting) return;
    const now = wall();
    const text = wallText(now, zone);
    const day = text.slice(0, 10);
    if (Number(text.slice(11, 13)) < hour) return;
    if (state?.day !== day) {
      const isThere = existsSync(join(folder, fileOf(day)));
      state = { day, dueAt: now, writtenAt: null, failedAt: null, isSettled: isThere };
      if (isThere) onTrouble(null);
    }
    if (state.isSettled) return;
    const today = state;
    isWriting = true;
    try {
      await write(today, now);
    } catch (error) {
      if (today.failedAt === null) log.error({ err: error, folder }, 'The morning brief could not be written.');
      today.failedAt = now;
      onTrouble(troubleWords(error));
    } finally {
      isWriting = false;
    }
  };
}

function troubleWords(error: unknown): string {
  const why = fileFailureOf(error) === 'full' ? 'the disk is full' : 'its file in DATA_DIR/briefs cannot be written';
  return `There is no file of this morning’s brief, because ${why}. It is tried again every minute; /brief shows it meanwhile.`;
}

/** Milliseconds. */
const lookEvery = 10_000;

/** Checks regularly whether a brief is due, until the returned function is called. */
export function keepBriefs(options: BriefFileOptions): () => void {
  const look = briefWriter(options);
  const timer = setInterval(() => void look(), lookEvery).unref();
  return () => clearInterval(timer);
}

function fileOf(day: Day): string {
  return `${day}.html`;
}

/** Removes the briefs before a day; other files stay. */
function prune(folder: string, before: Day): void {
  for (const name of readdirSync(folder)) {
    const [, day] = /^(\d{4}-\d\d-\d\d)\.html$/.exec(name) ?? [];
    if (day !== undefined && day < before) rmSync(join(folder, name), { force: true });
  }
}

type Stamp = {
  readonly schoolName: string;
  /** When the oldest of its data was read. */
  readonly asOf: Instant | null;
  readonly now: Instant;
  readonly clock: Clock;
};

/** The paper has the same style as the page in the application. */
const paperStyle = readFileSync(new URL('../../domain/brief/sheet.css', import.meta.url), 'utf8');
/** No size, so that it prints on any paper. */
const pageStyle = `@page { margin: 10mm }
body { margin: 0; background: #fff }
@media screen { body { padding: 10mm; background: #e4e7ec } .brief-sheet { margin: 0 auto; outline: 10mm solid #fff } }`;

/** A complete page without scripts that prints on one page of Letter or A4. */
export function briefHtml(sheet: BriefSheet, { schoolName, asOf, now, clock }: Stamp): string {
  const { title, lineHeight, facts, lines, top, columns } = sheet;
  const at = (instant: Instant) => `${clockText(instant, clock)} ${dayText(dayOf(instant, clock.zone))}`;
  const stamp = `${asOf === null ? '' : `As of ${at(asOf)} · `}written ${at(now)}`;
  const pairs = (all: readonly (readonly [string, string])[]) =>
    all.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${markup`<title>Morning brief, ${title}, ${schoolName}</title>`}
<style>${paperStyle}${pageStyle}</style>
<main class="brief-sheet" style="--line-height: ${lineHeight}">
${markup`<header class="brief-head"><h2>Morning brief, ${title}</h2><b>${schoolName}</b><p>${stamp}</p></header>`}
<section class="brief-notice"><b>Notice</b><p></p></section>
<dl class="brief-facts">${pairs(facts.map(({ name, value }) => [name, value]))}</dl>
<dl class="brief-lines">${lines.map(lineHtml).join('')}</dl>
${top.map(blockHtml).join('\n')}
<div class="brief-columns">${columns.map((blocks) => `<div>${blocks.map(blockHtml).join('\n')}</div>`).join('')}</div>
${markup`<footer>${briefFoot}</footer>`}
</main>
</html>
`;
}

/** Counts are figures, as on the page. */
function lineHtml({ name, text }: BriefSheet['lines'][number]): string {
  const counts = countsIn(text)?.map(({ count, words }) => markup`<b>${count}</b> ${words}`);
  return `<div>${markup`<dt>${name}</dt>`}<dd>${counts?.join(' · ') ?? escaped(text)}</dd></div>`;
}

function blockHtml({ title, count, note, columns, perLine, rows, more }: BriefBlock): string {
  const widths = columns
    .map(({ width }) => (width === null ? 'minmax(0, 1fr)' : `calc(${width} * var(--line))`))
    .join(' ');
  const rowHtml = ({ cells, level, lines }: BriefRow) => {
    const spans = columns.map(({ kind }, place) => {
      const mark = kind === 'mark' && level !== null ? markup` data-level="${level}"` : '';
      return `<span data-kind="${kind}"${mark}>${escaped(cells[place] ?? '')}</span>`;
    });
    return `<li style="--lines: ${lines}">${spans.join('')}</li>`;
  };
  const list = `<ul style="--per-line: ${perLine}; --columns: ${widths}">${rows.map(rowHtml).join('')}</ul>`;
  const rest = more === null ? '' : markup`<p class="brief-more">${more}</p>`;
  return `<section class="brief-block">${markup`<h3>${title} <span>${count}</span><small>${note ?? ''}</small></h3>`}${list}${rest}</section>`;
}

/** A template that escapes its values as text. */
function markup(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map((value) => escaped(String(value))));
}
