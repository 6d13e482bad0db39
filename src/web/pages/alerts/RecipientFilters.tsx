import { useQuery } from '@tanstack/react-query';
import type { Recipient } from '#contract/gateway/alerts.ts';
import { byName, instructorName } from '#domain/duty/duties.ts';
import { byTail, modelText } from '#domain/fleet/fleet.ts';
import { listQuery, recordsOf } from '#web/data/api.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import style from './alerts.module.css';

type FilterProps = { draft: Recipient; change: (changes: Partial<Recipient>) => void };

/** Limits a recipient's alerts to some aircraft, models, locations or instructors. */
export function RecipientFilters({ draft: { aircraft, models, locations, instructors }, change }: FilterProps) {
  const school = useSchool();
  const { data } = useQuery(listQuery(school, 'listAircraft', {}));
  const teaching = useQuery(listQuery(school, 'listInstructors', {})).data;
  const fleet = (data ? recordsOf(data) : []).toSorted(byTail);
  const tails = fleet.map((record) => ({ value: record.aircraftId, label: record.tailNumber ?? record.aircraftId }));
  const known = [...new Set(fleet.map(modelText))].map((value) => ({ value, label: value }));
  const places = useLocationChoice().locations.map(({ id, name }) => ({ value: id, label: name }));
  const listed = (teaching ? recordsOf(teaching) : []).toSorted(byName);
  const named = listed.map((record) => ({ value: record.userId, label: instructorName(record) }));
  return (
    <fieldset className={style['kinds']}>
      <legend>Only for</legend>
      <Chosen
        label="Aircraft"
        all="All aircraft"
        chosen={aircraft}
        offered={tails}
        onChange={(next) => change({ aircraft: next })}
      />
      <Chosen
        label="Model"
        all="All models"
        chosen={models}
        offered={known}
        onChange={(next) => change({ models: next })}
      />
      <Chosen
        label="Instructor"
        all="All instructors"
        chosen={instructors}
        offered={named}
        onChange={(next) => change({ instructors: next })}
      />
      {places.length > 1 && (
        <Chosen
          label="Location"
          all="All locations"
          chosen={locations}
          offered={places}
          onChange={(next) => change({ locations: next })}
        />
      )}
    </fieldset>
  );
}

type ChosenProps = {
  label: string;
  all: string;
  chosen: string[];
  offered: readonly { value: string; label: string }[];
  onChange: (next: string[]) => void;
};

/** A list that adds a choice, and a button for each chosen one that removes it. */
function Chosen({ label, all, chosen, offered, onChange }: ChosenProps) {
  const nameOf = (value: string) => offered.find((candidate) => candidate.value === value)?.label ?? value;
  const rest = offered.filter(({ value }) => !chosen.includes(value));
  return (
    <div className={style['chosen']}>
      <Select
        label={label}
        value=""
        options={[{ value: '', label: chosen.length === 0 ? all : 'Add…' }, ...rest]}
        onChange={(value) => value !== '' && onChange([...chosen, value])}
      />
      {chosen.map((value) => (
        <Button key={value} onClick={() => onChange(chosen.filter((text) => text !== value))}>
          {nameOf(value)} ×<span className="visually-hidden"> Remove</span>
        </Button>
      ))}
    </div>
  );
}
