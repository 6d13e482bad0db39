import { millisecondsInMinute } from 'date-fns/constants';
import type { Failure } from '#domain/answers/failures.ts';
import { knowledgeOf, type NoneText, noneText } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { Instant } from '#domain/time/time.ts';
import { Dialog } from '#web/ui/controls/overlays.tsx';
import { Button } from '#web/ui/controls/controls.tsx';
import { useTelling } from '#web/ui/page/connection.tsx';
import { useUrlChoice } from '#web/ui/page/urlState.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import { Colours } from './Colours.tsx';
import style from './components.module.css';
import { Marks, Section, Strips, Table, Toolbar } from './Samples.tsx';

/** Every part that screens are made of, with made-up words, to look at and to test. */
export function ComponentsPage() {
  const open = useUrlChoice('open', ['nothing', 'drawer', 'sheet'], 'nothing');
  const close = () => void open.set('nothing');
  return (
    <>
      <PageHeader title="Components" />
      <div className={style['page']}>
        <TypeAndSpace />
        <Colours />
        <Toolbar />
        <Table />
        <Marks />
        <Strips />
        <Section title="Drawer and sheet">
          <div className={style['row']}>
            <Button onClick={() => void open.set('drawer')}>Open the drawer</Button>
            <Button onClick={() => void open.set('sheet')}>Open the sheet</Button>
          </div>
        </Section>
        <States />
      </div>
      {open.value === 'drawer' && (
        <SidePanel title="N512SP" about="N512SP" onClose={close}>
          <Facts facts={facts} missing="not given" />
        </SidePanel>
      )}
      {open.value === 'sheet' && (
        <Dialog label="Sheet" isSheet onClose={close}>
          <div className={style['inside']}>
            <Facts facts={facts} missing="not given" />
            <Button onClick={close}>Done</Button>
          </div>
        </Dialog>
      )}
    </>
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
  const telling = useTelling();
  const { now } = telling;
  const empty = noneText(knowledgeOf([], telling), 'No aircraft at this school yet.');
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
