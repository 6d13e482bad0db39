import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import type { Failure } from '#domain/answers/failures.ts';
import { knowledgeOf, type NoneText, noneText } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { Instant } from '#domain/time/time.ts';
import { Dialog, Popover, Snack } from '#web/components/controls/overlays.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { useSituation } from '#web/components/page/connection.tsx';
import { useUrlChoice } from '#web/components/page/urlState.ts';
import { Facts } from '#web/components/panel/Facts.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import { Colours } from './Colours.tsx';
import style from './components.module.css';
import { Buttons, Choosing, Folding, Opening, type OpenPart, openParts, Situation, Typing } from './Controls.tsx';
import { Marks, Section, Strips, Table, Toolbar } from './Samples.tsx';

/** Every component of the screens with sample data, for viewing and testing. */
export function ComponentsPage() {
  const open = useUrlChoice('open', openParts, 'nothing');
  const close = () => open.set('nothing');
  return (
    <>
      <PageHeader title="Components" />
      <div className={style['page']}>
        <TypeAndSpace />
        <Colours />
        <Buttons />
        <Choosing />
        <Typing />
        <Opening onOpen={open.set} />
        <Situation onOpen={open.set} />
        <Folding />
        <Toolbar />
        <Table />
        <Marks />
        <Strips />
        <States />
      </div>
      <Opened part={open.value} onClose={close} />
    </>
  );
}

/** Layers over or beside the page. */
function Opened({ part, onClose }: { part: OpenPart; onClose: () => void }) {
  if (part === 'nothing') return null;
  if (part === 'drawer') {
    return (
      <SidePanel title="N512SP" about="N512SP" onClose={onClose}>
        <Facts facts={facts} missing="not given" />
        <div className={style['inside']}>
          <div className={style['row']}>
            <Popover button="More" label="More of N512SP" className={style['popover']}>
              {(close) => <Button onClick={close}>Done</Button>}
            </Popover>
          </div>
        </div>
      </SidePanel>
    );
  }
  if (part === 'done' || part === 'warning') {
    const isDone = part === 'done';
    return (
      <Snack
        key={part}
        lasts={10 * millisecondsInSecond}
        severity={isDone ? 'success' : 'warning'}
        action={isDone && <Button onClick={onClose}>Undo</Button>}
        onClose={onClose}
      >
        {isDone ? 'N512SP put off until tomorrow' : 'This link has an unknown setting'}
      </Snack>
    );
  }
  return (
    <Dialog label={part === 'sheet' ? 'Sheet' : 'Sample dialog'} isSheet={part === 'sheet'} onClose={onClose}>
      <div className={style['inside']}>
        <Facts facts={facts} missing="not given" />
        <div className={style['row']}>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

const facts = [
  ['Model', 'Cessna 172S'],
  ['Location', 'KAPA'],
  ['Notes', ''],
] as const;

const sizes = [12, 13, 14, 16, 20] as const;
const spaces = [4, 8, 12, 16, 24] as const;

function TypeAndSpace() {
  return (
    <Section title="Type and space">
      {sizes.map((size) => (
        <p key={size} style={{ fontSize: size }}>
          {size} px: N512SP at 1430L, 6.2 h left <strong>N512SP at 1430L, 6.2 h left</strong>
        </p>
      ))}
      <div className={style['row']}>
        {spaces.map((space) => (
          <span key={space}>
            <span className={style['space']} style={{ width: space }} /> {space} px
          </span>
        ))}
      </div>
    </Section>
  );
}

const offline: Failure = { kind: 'offline', status: null, entries: [], retryAfter: null };
const readingAt = (asOf: Instant | null, failure: Failure | null = null): Reading => ({
  source: 'Aircraft',
  asOf,
  interval: millisecondsInMinute,
  failure,
});

/** The states of a panel: each looks different from the others. */
function States() {
  const situation = useSituation();
  const { now } = situation;
  const empty = noneText(knowledgeOf([], situation), 'No aircraft at this school yet.');
  const states: readonly { title: string; reading: Reading; empty?: NoneText }[] = [
    { title: 'Fresh', reading: readingAt(now) },
    { title: 'Loading', reading: readingAt(null) },
    { title: 'Empty', reading: readingAt(now), empty },
    { title: 'Failed', reading: readingAt(null, offline) },
    { title: 'Late', reading: readingAt(now - 4 * millisecondsInMinute) },
    { title: 'Stale', reading: readingAt(now - 90 * millisecondsInMinute, offline) },
  ];
  return (
    <div className={style['states']}>
      {states.map(({ title, reading, empty: none = null }) => (
        <Panel key={title} title={title} count="1 aircraft" reading={reading} onRetry={() => undefined} empty={none}>
          <Facts facts={facts} missing="not given" />
        </Panel>
      ))}
    </div>
  );
}
