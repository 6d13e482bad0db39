import { useColorScheme } from '#web/ui/page/display.tsx';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { NoneText } from '#domain/answers/known.ts';
import type { Navigation } from '#web/pages/shell/shellModel.ts';
import { listQuery } from '#web/queries/api.ts';
import { readingOf } from '#web/queries/readings.ts';
import { peopleQuery } from '#web/queries/replica.ts';
import { usePeopleNames } from '#web/queries/reservations.ts';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import { useNoneText } from '#web/ui/page/connection.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useClockMode, useRights, useSchool } from '#web/ui/page/school.tsx';
import { Dialog } from '#web/ui/controls/overlays.tsx';
import { None } from '#web/ui/panel/None.tsx';
import style from './palette.module.css';
import {
  aircraftTargets,
  allowedSources,
  byGroup,
  instructorTargets,
  pageTargets,
  type PaletteTarget,
  paletteTargets,
  peopleTargets,
  switchTargets,
} from './paletteModel.ts';

const mostOfGroup = 8;

type PaletteProps = {
  navigation: Navigation;
  onClose: () => void;
  onHelp: () => void;
};

/** One field to go anywhere: a combobox (ARIA pattern) whose options are links. */
export function Palette({ navigation, onClose, onHelp }: PaletteProps) {
  const list = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const targets = useTargets(text, navigation, onHelp);
  const none = useNoResults();
  const groups = useMemo(() => byGroup(targets, mostOfGroup), [targets]);
  const options = groups.flatMap((group) => group.targets);
  const active = Math.min(chosen, options.length - 1);
  const optionId = (index: number) => `${list}-${index}`;
  const onKeyDown = useOptionKeys(options.length, active, optionId, setChosen);
  return (
    <Dialog label="Search and go" onClose={onClose}>
      <div className={style['field']}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Page, tail, person, day or hour"
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Page, tail, person, day or hour"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <p className="visually-hidden" role="status">
        {options.length === 0 ? none.text : `${options.length} ${options.length === 1 ? 'result' : 'results'}`}
      </p>
      {options.length === 0 && <Nothing none={none} />}
      <div id={list} className={style['list']} role="listbox" aria-label="Results" hidden={options.length === 0}>
        {groups.map(({ group, targets: members }) => (
          <div key={group} role="group" aria-label={group}>
            <div className={style['group']} aria-hidden="true">
              {group}
            </div>
            {members.map((target) => {
              const index = options.indexOf(target);
              return (
                <PaletteOption
                  key={target.id}
                  id={optionId(index)}
                  target={target}
                  isActive={index === active}
                  onPoint={() => setChosen(index)}
                  onClose={onClose}
                />
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** What the text finds among the pages, the fleet, the people and the switches of this browser. */
function useTargets(text: string, navigation: Navigation, onHelp: () => void): PaletteTarget[] {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const { set: setMode } = useClockMode();
  const { isDark, setDark } = useColorScheme();
  const fleet = useQuery(listQuery(school, 'listAircraft', {})).data?.value.records;
  const instructors = useQuery(listQuery(school, 'listInstructors', {})).data?.value.records;
  const names = usePeopleNames();
  const { maySeePage } = useRights();
  const sources = useMemo(
    () =>
      allowedSources(
        {
          pages: pageTargets(navigation),
          aircraft: aircraftTargets(fleet ?? []),
          instructors: instructorTargets(instructors ?? []),
          people: peopleTargets(names),
          switches: switchTargets({
            mode: clock.mode,
            isDark,
            setMode: (mode) => void setMode(mode),
            setDark,
            openHelp: onHelp,
          }),
        },
        maySeePage,
      ),
    [maySeePage, navigation, fleet, instructors, names, clock.mode, isDark, setMode, setDark, onHelp],
  );
  return useMemo(() => paletteTargets(text, sources, now, clock), [text, sources, now, clock]);
}

/** Up and down go around, Enter goes where the chosen option leads; every other key is the field's. */
function useOptionKeys(
  count: number,
  active: number,
  optionId: (index: number) => string,
  choose: (index: number) => void,
) {
  const move = (index: number) => {
    choose(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  };
  return (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && count > 0) move((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) move((active - 1 + count) % count);
    else if (event.key === 'Enter') document.getElementById(optionId(active))?.click();
    else return;
    event.preventDefault();
  };
}

function Nothing({ none }: { none: NoneText }) {
  return (
    <None of={none} className={style['nothing']}>
      {' '}
      Try a tail number or its last three, a person, a page, <b>fri</b>, <b>12 may</b> or <b>1500</b>.
    </None>
  );
}

/** That nobody and nothing has such a name is known once all names are here that one's role may see. */
function useNoResults(): NoneText {
  const school = useSchool();
  const { mayAsk, maySee } = useRights();
  const fleet = useQuery(listQuery(school, 'listAircraft', {}));
  const instructors = useQuery(listQuery(school, 'listInstructors', {}));
  const people = useQuery(peopleQuery);
  return useNoneText(
    'No results.',
    mayAsk('listAircraft') ? readingOf('listAircraft', fleet) : null,
    mayAsk('listInstructors') ? readingOf('listInstructors', instructors) : null,
    maySee('people') ? readingOf('people', people) : null,
  );
}

type PaletteOptionProps = {
  id: string;
  target: PaletteTarget;
  isActive: boolean;
  onPoint: () => void;
  onClose: () => void;
};

/** A real link, so that it opens in another tab too; a switch is a button. The focus stays in the field. */
function PaletteOption({ id, target, isActive, onPoint, onClose }: PaletteOptionProps) {
  const address = useAddress();
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    className: style['option'],
    onPointerMove: onPoint,
  };
  const content = (
    <>
      <span>{target.label}</span>
      <small>{target.hint}</small>
    </>
  );
  if ('path' in target) {
    return (
      <Link {...shared} to={address(target.path)} onClick={onClose}>
        {content}
      </Link>
    );
  }
  const act = () => {
    onClose();
    target.act();
  };
  return (
    <button {...shared} type="button" onClick={act}>
      {content}
    </button>
  );
}
