import { useColorScheme } from '#web/components/page/display.tsx';
import { useQuery } from '@tanstack/react-query';
import InputBase from '@mui/material/InputBase';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type SyntheticEvent, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { idKey } from '#domain/reservations/reservations.ts';
import { vocabularyOf } from '#domain/planning/requestWords.ts';
import { dayOf } from '#domain/time/time.ts';
import type { NoneText } from '#domain/answers/known.ts';
import type { Navigation } from '#web/app/shell/shellModel.ts';
import { listQuery, recordsOf } from '#web/data/api.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { readingOf } from '#web/data/readings.ts';
import { peopleQuery } from '#web/data/replica.ts';
import { usePeopleNames } from '#web/data/reservations.ts';
import { IconButton } from '#web/components/controls/buttons.tsx';
import { Icon } from '#web/components/controls/Icon.tsx';
import { momentPages, useAddress } from '#web/components/page/AppLink.tsx';
import { useUrlText } from '#web/components/page/urlState.ts';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useClockMode, useRights, useSchool } from '#web/components/page/school.tsx';
import { Dialog } from '#web/components/controls/overlays.tsx';
import { None } from '#web/components/panel/None.tsx';
import style from './palette.module.css';
import {
  aircraftState,
  aircraftTargets,
  allowedSources,
  byGroup,
  instructorTargets,
  nextOfPeople,
  pageTargets,
  type PaletteTarget,
  paletteTargets,
  peopleTargets,
  requestTargets,
  switchTargets,
} from './paletteModel.ts';
import { reportTargets, viewTargets } from './paletteViews.ts';
import { questionTargets } from './questions.ts';
import { counted } from '#domain/words.ts';

export { Help } from './Help.tsx';

const maxOfGroup = 8;
const nobody: readonly never[] = [];

type PaletteProps = {
  navigation: Navigation;
  /** What is typed, also before it is drawn. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  onHelp: () => void;
};

/** One field to go anywhere: MUI's combobox, whose options are links. */
export function Palette({ navigation, text, onText, onClose, onHelp }: PaletteProps) {
  const targets = useTargets(text, navigation, onHelp);
  const none = useNoResults();
  const options = useMemo(() => byGroup(targets, maxOfGroup).flatMap((group) => group.targets), [targets]);
  const choose = useChoose(onClose);
  const box = useAutocomplete({
    options,
    open: true,
    value: null,
    inputValue: text,
    autoHighlight: true,
    groupBy: ({ group }) => group,
    getOptionKey: ({ id }) => id,
    getOptionLabel: ({ label }) => label,
    // The options are already filtered.
    filterOptions: (found) => found,
    onInputChange: (_, typed, reason) => reason === 'input' && onText(typed),
    onChange: (event, target) => target && choose(event, target),
    onClose: (_, reason) => reason === 'escape' && onClose(),
  });
  const label = 'Page, view, tail, person, day or question';
  return (
    <Dialog label="Search and go" onClose={onClose}>
      <div {...box.getRootProps()} className={style['field']}>
        <Icon name="search" />
        <label {...box.getInputLabelProps()} className="visually-hidden">
          {label}
        </label>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it is opened to type in */}
        <InputBase autoFocus fullWidth placeholder={label} inputProps={{ ...box.getInputProps(), spellCheck: false }} />
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <p className="visually-hidden" role="status">
        {options.length === 0 ? none.text : counted(options.length, 'result')}
      </p>
      {options.length === 0 && <Nothing none={none} />}
      <ul
        {...box.getListboxProps()}
        aria-labelledby={undefined}
        aria-label="Results"
        className={style['list']}
        hidden={options.length === 0}
      >
        {box.groupedOptions.map(({ group, index, options: members }) => (
          <li key={group} role="group" aria-label={group}>
            <div className={style['group']} aria-hidden="true">
              {group}
            </div>
            {members.map((target, place) => {
              const { key, ...shared } = box.getOptionProps({ option: target, index: index + place });
              return <PaletteOption key={key} shared={shared} target={target} />;
            })}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Opens the page of an option, or flips its switch. A pressed link opens its page by itself. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate();
  const address = useAddress();
  return ({ type }: SyntheticEvent, target: PaletteTarget) => {
    onClose();
    if (!('path' in target)) target.act();
    else if (type !== 'click') void navigate(address(target.path));
  };
}

/** What the text matches among the pages, the fleet, the people and the switches of this browser. */
function useTargets(text: string, navigation: Navigation, onHelp: () => void): PaletteTarget[] {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const { set: setMode } = useClockMode();
  const { isDark, setDark } = useColorScheme();
  const fleet = useQuery({ ...listQuery(school, 'listAircraft', {}), select: recordsOf }).data ?? nobody;
  const { rows, near } = useFleetAssessment(school, fleet, now, clock);
  const states = useMemo(
    () => new Map(rows.map((row) => [row.aircraft.aircraftId, aircraftState(row, now, clock)])),
    [rows, now, clock],
  );
  const booked = near.schedule?.reservations ?? nobody;
  const next = useMemo(() => nextOfPeople(booked, now, clock), [booked, now, clock]);
  const instructors = useQuery({ ...listQuery(school, 'listInstructors', {}), select: recordsOf }).data;
  const names = usePeopleNames();
  const { maySeePage, mayAsk } = useRights();
  const openMoment = useOpenMoment();
  const sources = useMemo(
    () =>
      allowedSources(
        {
          pages: pageTargets(navigation),
          views: [...viewTargets(), ...reportTargets(mayAsk)],
          aircraft: aircraftTargets(fleet, (id) => states.get(id) ?? null),
          instructors: instructorTargets(instructors ?? []),
          people: peopleTargets(names, (id) => next.get(idKey(id)) ?? null),
          switches: switchTargets({
            mode: clock.mode,
            isDark,
            setMode,
            setDark,
            openHelp: onHelp,
            openMoment,
          }),
        },
        maySeePage,
      ),
    [
      maySeePage,
      mayAsk,
      states,
      next,
      navigation,
      fleet,
      instructors,
      names,
      clock.mode,
      isDark,
      setMode,
      setDark,
      onHelp,
      openMoment,
    ],
  );
  const vocabulary = useMemo(() => vocabularyOf(fleet, instructors ?? [], names), [fleet, instructors, names]);
  return useMemo(() => {
    const requests = maySeePage('/plan/find') ? requestTargets(text, vocabulary, dayOf(now, clock.zone)) : [];
    const answers = questionTargets(text, { fleet, now, clock }).filter(
      (target) => 'path' in target && maySeePage(target.path),
    );
    return [...answers, ...requests, ...paletteTargets(text, sources, now, clock)];
  }, [text, fleet, vocabulary, sources, now, clock, maySeePage]);
}

/** Opens the choice of a moment on this page, or on the first page of the role that has it; null if none has. */
function useOpenMoment(): (() => void) | null {
  const { pathname } = useLocation();
  const { maySeePage } = useRights();
  const { set } = useUrlText('moment');
  const navigate = useNavigate();
  const address = useAddress();
  const page = momentPages.includes(pathname) ? pathname : momentPages.find(maySeePage);
  return useMemo(() => {
    if (page === undefined) return null;
    return () => (page === pathname ? set('now') : void navigate(address(`${page}?moment=now`)));
  }, [page, pathname, set, navigate, address]);
}

function Nothing({ none }: { none: NoneText }) {
  return (
    <None of={none} className={style['nothing']}>
      {' '}
      Try a tail number or its last three, a person, <b>due list</b>, <b>fri</b>, <b>who is free at 3pm for 2 h</b>,{' '}
      <b>due this week</b> or <b>172 2h tomorrow</b>.
    </None>
  );
}

/** "No results" is stated only once all names that the role may see are loaded. */
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

type PaletteOptionProps = { shared: object; target: PaletteTarget };

/** A real link, so that it also opens in another tab; a switch is not a link. The focus stays in the field. */
function PaletteOption({ shared, target }: PaletteOptionProps) {
  const address = useAddress();
  const content = (
    <>
      <span>
        {target.label}
        {target.state && <b>{target.state}</b>}
      </span>
      <small>{target.hint}</small>
    </>
  );
  if ('path' in target) {
    return (
      <Link {...shared} className={style['option'] ?? ''} to={address(target.path)}>
        {content}
      </Link>
    );
  }
  return (
    <div {...shared} className={style['option']}>
      {content}
    </div>
  );
}
