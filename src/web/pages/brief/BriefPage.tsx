import '#domain/brief/sheet.css';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import type { BriefBlock, BriefSheet } from '#contract/gateway/brief.ts';
import { briefFoot, countsIn } from '#domain/brief/sheet.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, dayOf, type Instant } from '#domain/time/time.ts';
import { readAhead, useRefresh } from '#web/data/policy.ts';
import { failureOf, readingOf } from '#web/data/readings.ts';
import { briefQuery } from '#web/data/gateway/brief.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { TextField } from '#web/components/controls/fields.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useLocationChoice, useSchool, useSchoolName } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlDay, useUrlText } from '#web/components/page/urlState.ts';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import style from './brief.module.css';
import {
  dayInAddress,
  columnsOf,
  maxNotice,
  noticeOf,
  type Paper,
  papers,
  refusalText,
  rowKey,
  stampText,
  defaultPaper,
} from './briefModel.ts';

/** Loads the brief in the address before the page is drawn. Never rejects. */
export async function readFirst(client: QueryClient, { timeZone }: Config, now: Instant): Promise<void> {
  const day = dayInAddress(location.search, now, timeZone);
  const at = new URLSearchParams(location.search).get('location');
  await readAhead(client, briefQuery(day, at));
}

/** The morning brief: the day on one page, as it prints. */
export function BriefPage() {
  const { timeZone } = useSchool();
  const today = dayOf(useMinute(), timeZone);
  const date = useUrlDay('date', today);
  const paper = useUrlChoice('paper', papers, defaultPaper(timeZone));
  const notice = useUrlText('notice');
  const refresh = useRefresh();
  const { requested } = useLocationChoice();
  const query = briefQuery(date.value, requested);
  const result = useQuery(query);
  const reading = readingOf('brief', result);
  const sheet = result.data?.value.sheet ?? null;
  const refusal = refusalText(failureOf(result));
  const tomorrow = addDays(today, 1);
  const nothing = useNoneText(`No aircraft and no reservations on ${dayText(date.value)}.`, reading);
  return (
    <div className={style['page']}>
      <PageHeader title="Morning brief">
        <KeptFocus>
          <DateSwitch day={date.value} today={today} onChange={date.set} />
          <Button disabled={date.value === tomorrow} onClick={() => date.set(tomorrow)}>
            Tomorrow
          </Button>
        </KeptFocus>
      </PageHeader>
      {refusal === null ? (
        <Panel
          title={dayText(date.value)}
          reading={reading}
          onRetry={() => refresh(query.queryKey)}
          tools={<BriefTools paper={paper.value} onPaper={paper.set} notice={notice.value} onNotice={notice.set} />}
          empty={sheet?.isEmpty ? nothing : null}
        >
          {sheet && <Done flights={sheet.done} />}
          {sheet && (
            <div className={style['desk']}>
              <Sheet
                sheet={sheet}
                notice={noticeOf(notice.value)}
                stamp={stampText(reading.asOf, timeZone)}
                paper={paper.value}
              />
            </div>
          )}
        </Panel>
      ) : (
        <p className={style['refusal']} role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** First flights that are done: folded, and never on paper, which has one page. */
function Done({ flights }: { flights: BriefSheet['done'] }) {
  const fold = useUrlFold('done');
  if (flights.length === 0) return null;
  return (
    <div className={style['done']}>
      <Fold summary={`First wave: ${flights.length} done`} isAcross {...fold}>
        <ul>
          {flights.map((cells) => (
            <li key={cells.join(' ')}>
              {cells.map((cell, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- the cells never change places
                <span key={place}>{cell}</span>
              ))}
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
}

const paperOptions = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
] as const;

type BriefToolsProps = {
  paper: Paper;
  onPaper: (paper: Paper) => void;
  notice: string;
  onNotice: (text: string) => void;
};

function BriefTools({ paper, onPaper, notice, onNotice }: BriefToolsProps) {
  return (
    <div className={style['tools']}>
      <TextField
        label="Notice"
        value={notice}
        onChange={onNotice}
        input={{ maxLength: maxNotice, placeholder: 'Runway, weather, visitors', spellCheck: true }}
      />
      <Choices label="Paper" value={paper} options={paperOptions} onChange={onPaper} />
      <Button onClick={() => window.print()}>Print</Button>
    </div>
  );
}

type SheetProps = { sheet: BriefSheet; notice: string; stamp: string; paper: Paper };

/** The sheet, white even in dark mode, because it shows the print. */
function Sheet({ sheet: { title, lineHeight, facts, lines, top, columns }, notice, stamp, paper }: SheetProps) {
  const name = useSchoolName();
  return (
    <article className={style['paper']} data-paper={paper} aria-label={`Morning brief of ${title}`}>
      <div className="brief-sheet" style={{ '--line-height': lineHeight }}>
        <header className="brief-head">
          <h2>Morning brief, {title}</h2>
          <b>{name}</b>
          <p>{stamp}</p>
        </header>
        <section className="brief-notice" aria-label="Notice">
          <b>Notice</b>
          <p>{notice}</p>
        </section>
        <dl className="brief-facts">
          {facts.map((fact) => (
            <Pair key={fact.name} name={fact.name} text={fact.value} />
          ))}
        </dl>
        <dl className="brief-lines">
          {lines.map((line) => (
            <Pair key={`${line.name} ${line.text}`} name={line.name} text={<Counts text={line.text} />} />
          ))}
        </dl>
        {top.map((block) => (
          <Block key={block.id} block={block} />
        ))}
        <div className="brief-columns">
          {columns.map((blocks) => (
            <div key={blocks[0]?.id}>
              {blocks.map((block) => (
                <Block key={block.id} block={block} />
              ))}
            </div>
          ))}
        </div>
        <footer>{briefFoot}</footer>
      </div>
    </article>
  );
}

function Pair({ name, text }: { name: string; text: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** Counts as figures; other words as they are. */
function Counts({ text }: { text: string }) {
  const counts = countsIn(text);
  if (counts === null) return text;
  return counts.map(({ count, words }, place) => (
    <Fragment key={words}>
      {place > 0 && ' · '}
      <b>{count}</b> {words}
    </Fragment>
  ));
}

function Block({ block }: { block: BriefBlock }) {
  const { id, title, count, note, perLine, rows, more } = block;
  const heading = useId();
  return (
    <section className="brief-block" data-block={id} aria-labelledby={heading}>
      <h3 id={heading}>
        {title} <span>{count}</span>
        {note !== null && <small>{note}</small>}
      </h3>
      {rows.length > 0 && (
        <ul style={{ '--per-line': perLine, '--columns': columnsOf(block) }}>
          {rows.map((row, place) => (
            <li key={rowKey(row, place)} style={{ '--lines': row.lines }}>
              {block.columns.map(({ kind }, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns of a block never change places
                <span key={column} data-kind={kind} data-level={kind === 'mark' ? (row.level ?? undefined) : undefined}>
                  {row.cells[column]}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {more !== null && <p className="brief-more">{more}</p>}
    </section>
  );
}
