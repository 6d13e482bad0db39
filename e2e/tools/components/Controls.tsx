import { type ReactNode, useState } from 'react';
import { Button, IconButton, LinkButton } from '#web/components/controls/buttons.tsx';
import { Choices, SearchField, Select } from '#web/components/controls/controls.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import { DateField, TimeField } from '#web/components/controls/DateField.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import { Fold, useUrlFold, useUrlFolds } from '#web/components/controls/Fold.tsx';
import { FilterChip } from '#web/components/controls/FilterBar.tsx';
import { Menu, Popover } from '#web/components/controls/overlays.tsx';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { Slide } from '#web/components/controls/Slide.tsx';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { Placeholder } from '#web/components/panel/PanelsTogether.tsx';
import { ApiDetails } from '#web/components/panel/QueryShown.tsx';
import style from './components.module.css';
import { Section } from './Samples.tsx';

/** Which layer is open, from the address. */
export const openParts = ['nothing', 'drawer', 'dialog', 'sheet', 'done', 'warning'] as const;
export type OpenPart = (typeof openParts)[number];

const nothing = () => undefined;

/** One kind of control: its name, what it is for, and its states. */
function Kind({ name, use, children }: { name: string; use: string; children: ReactNode }) {
  return (
    <div className={style['kind']} role="group" aria-label={name}>
      <p>
        <strong>{name}</strong> <span>{use}</span>
      </p>
      <div className={style['row']}>{children}</div>
    </div>
  );
}

export function Buttons() {
  const [isShown, setShown] = useState(true);
  const [sent, setSent] = useState(0);
  return (
    <Section title="Buttons">
      <Kind name="Button" use="Does something, or shows and hides it (pressed).">
        <Button onClick={nothing}>Print</Button>
        <Button onClick={() => setShown(!isShown)} isPressed={isShown}>
          Weekend
        </Button>
        <Button disabled>Not now</Button>
      </Kind>
      <Kind name="Link as a button" use="Opens another page on which something is done.">
        <LinkButton to="/fleet">Fleet</LinkButton>
      </Kind>
      <Kind name="Submit" use="Sends the form that it ends; Enter in a field does the same.">
        <form
          className={style['row']}
          onSubmit={(event) => {
            event.preventDefault();
            setSent(sent + 1);
          }}
        >
          <TextField label="Name of the view" value="Mornings" onChange={nothing} />
          <Button isSubmit>Save</Button>
          <span role="status">{sent > 0 && `saved ${sent}×`}</span>
        </form>
      </Kind>
      <Kind name="Icon button" use="Where a row has no room for a word; its name is its tooltip.">
        <IconButton icon="copy" label="Copy" onClick={nothing} />
        <IconButton icon="table" label="As a table" isPressed onClick={nothing} />
        <IconButton icon="down" label="Next row" disabled />
        <CopyButton label="Copy the tail number" text="N512SP" />
      </Kind>
    </Section>
  );
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const;
const places = [
  { value: 'all', label: 'All' },
  { value: 'kapa', label: 'KAPA', group: 'Denver' },
  { value: 'kbjc', label: 'KBJC', group: 'Denver', isDisabled: true },
] as const;
const counts = [
  { value: 'expired', text: '2 Expired' },
  { value: 'warning', text: '8 Warning' },
] as const;

export function Choosing() {
  const [view, setView] = useState<(typeof views)[number]['value']>('list');
  const [place, setPlace] = useState<(typeof places)[number]['value']>('all');
  const [count, setCount] = useState<(typeof counts)[number]['value'] | null>('expired');
  const [isOn, setOn] = useState(true);
  const [hour, setHour] = useState(14);
  return (
    <Section title="Choosing">
      <Kind name="Choices" use="One of a few, all in view; more than three are a select on a phone.">
        <Choices label="View" value={view} options={views} onChange={setView} />
      </Kind>
      <Kind name="Counters" use="Counts that filter; pressed again, all are shown.">
        <Counters
          label="Reminders"
          counters={counts}
          lack="4 aircraft not loaded yet"
          chosen={count}
          onChoose={setCount}
        />
      </Kind>
      <Kind name="Select" use="One of many, or of a few where there is little room; the browser's own list.">
        <Select label="Location" value={place} options={places} onChange={setPlace} />
        <Select label="Model" value="all" options={[{ value: 'all', label: 'All' }]} onChange={nothing} isDisabled />
      </Kind>
      <Kind name="Check" use="On or off, by itself.">
        <Check label="Simulators" isOn={isOn} onChange={setOn} />
        <Check label="Inactive" isOn={false} onChange={nothing} isDisabled />
      </Kind>
      <Kind name="Slider" use="A point on a scale that stands beside it, such as the hours of a day.">
        <div className={style['slide']}>
          <Slide label="Time" last={24} value={hour} text={`${hour}00L`} onChange={setHour} />
        </div>
        <span>{String(hour).padStart(2, '0')}00L</span>
      </Kind>
    </Section>
  );
}

export function Typing() {
  const [search, setSearch] = useState('');
  const [name, setName] = useState('');
  const [day, setDay] = useState('2026-05-12');
  const [time, setTime] = useState('14:00:00');
  return (
    <Section title="Typing">
      <Kind name="Search" use="Narrows a list while one types; Escape empties it.">
        <SearchField label="Search aircraft" placeholder="Tail or model" value={search} onChange={setSearch} />
      </Kind>
      <Kind name="Text field" use="A line of text, with what helps to fill it in.">
        <TextField label="Name" value={name} onChange={setName} help="As it is on the board" />
      </Kind>
      <Kind
        name="Date and time"
        use="A day, typed in words or from the browser's calendar; a time in 24 hours. Both in our form, and both say what is wrong."
      >
        <DateField label="Day" value={day} today="2026-05-12" onChange={setDay} />
        <TimeField label="Time (24 hours)" value={time} onChange={setTime} />
      </Kind>
    </Section>
  );
}

export function Opening({ onOpen }: { onOpen: (part: OpenPart) => void }) {
  const [shown, setShown] = useState<readonly string[]>(['ok']);
  const [chosen, setChosen] = useState('');
  const check = (id: string, label: string) => ({
    id,
    label,
    group: 'Show',
    isOn: shown.includes(id),
    onChoose: () => setShown(shown.includes(id) ? shown.filter((text) => text !== id) : [...shown, id]),
  });
  const act = (label: string, isDisabled = false) => ({
    id: label,
    label,
    isDisabled,
    onChoose: () => setChosen(label),
  });
  return (
    <Section title="Opening">
      <Kind name="Menu" use="Several actions, switches or pages behind one button. Switches leave it open.">
        <Menu
          label="Show"
          choices={[
            check('ok', 'OK'),
            check('inactive', 'Inactive'),
            check('simulators', 'Simulators'),
            { id: 'reset', label: 'As usual', group: 'All', onChoose: () => setShown(['ok']) },
          ]}
        />
        <Menu label="Put off" choices={[act('1 h'), act('Until tomorrow'), act('Until it changes', true)]} />
        <Menu
          label="Pages"
          choices={[
            { id: 'here', label: 'Components', to: '/setup/components', isHere: true },
            { id: 'setup', label: 'Setup', to: '/setup' },
          ]}
        />
        <span role="status">{chosen && `chosen: ${chosen}`}</span>
      </Kind>
      <Kind name="Popover" use="A few fields or facts that belong to a button.">
        <Popover button="Columns" label="Columns of the sample" className={style['popover']}>
          {(close) => (
            <>
              <Check label="Tail" isOn onChange={nothing} />
              <Check label="Hours left" isOn={false} onChange={nothing} />
              <Button onClick={close}>Done</Button>
            </>
          )}
        </Popover>
      </Kind>
      <Kind name="Dialog" use="What must be answered first. On a phone, options come as a sheet from below.">
        <Button onClick={() => onOpen('dialog')}>Open the dialog</Button>
        <Button onClick={() => onOpen('sheet')}>Open the sheet</Button>
      </Kind>
      <Kind name="Side panel" use="Details beside a list, which stays in use.">
        <Button onClick={() => onOpen('drawer')}>Open the drawer</Button>
      </Kind>
    </Section>
  );
}

export function Situation({ onOpen }: { onOpen: (part: OpenPart) => void }) {
  const [filters, setFilters] = useState(['Status is Warning or Expired', 'Start time before Wed 13 May 0000']);
  return (
    <Section title="Situation">
      <Kind name="Snackbar" use="What has just been done, with Undo, or an odd thing that can wait. It goes by itself.">
        <Button onClick={() => onOpen('done')}>Show what was done</Button>
        <Button onClick={() => onOpen('warning')}>Show a warning</Button>
      </Kind>
      <Kind name="Chip" use="A filter that is on, and the way to take it off.">
        {filters.map((sentence) => (
          <FilterChip
            key={sentence}
            sentence={sentence}
            onRemove={() => setFilters(filters.filter((filter) => filter !== sentence))}
          />
        ))}
      </Kind>
      <Kind name="Tooltip" use="What a short word means, for a pointer, the keyboard, and a finger.">
        <Button tip="Everything that is due within 14 days">14 days</Button>
        <span data-tip={'6.2 h left by the meter,\n4.5 h booked until then'}>6.2/4.5 h</span>
        <span className={style['cut']} data-tip="Cessna 172S Skyhawk with G1000">
          Cessna 172S Skyhawk with G1000
        </span>
      </Kind>
    </Section>
  );
}

export function Folding() {
  const foldOf = useUrlFolds('folds');
  return (
    <Section title="Folding and waiting">
      <Kind name="Fold" use="What few want to read: a line of text, and a lower one where each row has its own.">
        <Fold summary="The 3 reservations that count" {...foldOf('reservations')}>
          N512SP, N515SP and N521SP
        </Fold>
        <Fold summary="Other aircraft free" isOfRow {...useUrlFold('spares', true)}>
          N521SP, free until 1600L
        </Fold>
      </Kind>
      <Kind name="Fold with a heading" use="A group of rows with its count.">
        <div className={style['loading']}>
          <Fold summary="4 aircraft with reminders" isHeading {...foldOf('aircraft')}>
            N512SP, N515SP, N521SP and N530SP
          </Fold>
        </div>
      </Kind>
      <Kind name="API details" use="For those who know the service: closed for everybody else.">
        <div className={style['loading']}>
          <ApiDetails name="example">GET /v1/operators/1001/aircraft</ApiDetails>
        </div>
      </Kind>
      <Kind name="Progress" use="How much has come, or that something runs.">
        <Progress label="Rows loaded" value={300} max={1000} />
        <span>300 of 1,000 rows</span>
        <Progress label="Rows found" value={null} max={1} />
        <span>looking for rows</span>
      </Kind>
      <Kind name="Placeholder" use="Stands where something still loads.">
        <div className={style['loading']}>
          <Placeholder />
        </div>
      </Kind>
    </Section>
  );
}
