import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { AccessAnswer, AccessMode } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import { roleName } from '#domain/access/rights.ts';
import { fullName } from '#domain/reservations/reservations.ts';
import { boardAddress, boardSettingNames, readBoardSettings } from '#domain/wall/settings.ts';
import { asFailure } from '#web/data/client.ts';
import { useHandOut } from '#web/data/gateway/access.ts';
import { listQuery } from '#web/data/api.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import { useAddress } from '#web/components/page/AppLink.tsx';
import { useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { useUrlParams } from '#web/components/page/urlState.ts';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { Refused } from '#web/components/panel/Refused.tsx';
import { QrCode } from '#web/pages/setup/BoardBuilder.tsx';
import style from './access.module.css';
import {
  type Draft,
  emptyDraft,
  kindNames,
  kindsIn,
  needsReason,
  readChoices,
  requestOf,
  rolesFor,
  withBoard,
} from './accessModel.ts';

type Made = { readonly name: string; readonly kind: Draft['kind']; readonly secret: string };

/** The form that grants access, and then, once, the secret of the new grant. */
export function HandOut() {
  const { mode, role } = useSchool().who;
  const [draft, setDraft] = useState(() => emptyDraft('display'));
  const [made, setMade] = useState<Made | null>(null);
  const [isWithBoard, setWithBoard] = useState(false);
  const board = useBuiltBoard();
  const handOut = useHandOut();
  const onSuccess = ({ secret }: AccessAnswer) => {
    const { kind, name } = draft;
    setDraft(emptyDraft(kind));
    if (secret === null) return;
    setMade({ name: name.trim(), kind, secret: kind === 'display' && isWithBoard ? withBoard(secret, board) : secret });
  };
  const forget = () => {
    setMade(null);
    handOut.reset();
  };
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const request = requestOf(draft);
    setProblem(typeof request === 'string' ? request : null);
    if (typeof request !== 'string') handOut.mutate(request, { onSuccess });
  };
  if (made) return <Secret made={made} onDone={forget} />;
  return (
    <form className={style['form']} onSubmit={submit} aria-label="Hand out">
      <KindFields mode={mode} giver={role} draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      {draft.kind === 'display' && (
        <Check label="With the settings of the wall board" isOn={isWithBoard} onChange={setWithBoard} />
      )}
      <div className={style['submit']}>
        <Button isSubmit disabled={handOut.isPending}>
          {submitWords[draft.kind]}
        </Button>
        {problem !== null && <span role="alert">{problem}</span>}
        {problem === null && handOut.error && <Refused words="Not made" failure={asFailure(handOut.error)} />}
      </div>
    </form>
  );
}

const submitWords: Readonly<Record<Draft['kind'], string>> = {
  display: 'Make a display link',
  token: 'Make a token',
  person: 'Add this person',
  program: 'Make a program’s token',
};

/** The address of the board as set in the builder on this page. */
function useBuiltBoard(): string {
  const [params] = useUrlParams(boardSettingNames);
  const { requested } = useLocationChoice();
  return useAddress()(boardAddress({ ...readBoardSettings(params).settings, location: requested ?? '' }));
}

type FieldsProps = { mode: AccessMode; giver: Role; draft: Draft; onChange: (changes: Partial<Draft>) => void };

function KindFields({ mode, giver, draft, onChange }: FieldsProps) {
  const { kind, name, days, reason, showsNames } = draft;
  const kinds = kindsIn[mode];
  return (
    <div className={style['fields']}>
      {kinds.length > 1 && (
        <Choices
          label="What to hand out"
          value={kind}
          options={kinds.map((value) => ({ value, label: kindNames[value] }))}
          onChange={(chosen) => onChange({ ...emptyDraft(chosen), name })}
        />
      )}
      <TextField
        label={kind === 'person' ? 'Name, as given at sign-in' : 'Name'}
        width={28}
        value={name}
        onChange={(text) => onChange({ name: text })}
        input={{ placeholder: hints[mode][kind] }}
      />
      <TextField
        label="Days"
        width={11}
        value={days}
        onChange={(text) => onChange({ days: text })}
        input={{ placeholder: kind === 'program' ? '1 to 366' : 'no end', inputMode: 'numeric' }}
      />
      {needsReason(draft) && (
        <TextField
          label="Why it has no end"
          width={28}
          value={reason}
          onChange={(text) => onChange({ reason: text })}
          input={{ placeholder: 'unattended, nobody to renew it' }}
        />
      )}
      {kind === 'display' ? (
        <Select
          label="Shows"
          value={showsNames ? 'names' : 'initials'}
          options={shown}
          onChange={(value) => onChange({ showsNames: value === 'names' })}
        />
      ) : (
        <RoleFields giver={giver} draft={draft} onChange={onChange} />
      )}
    </div>
  );
}

const shown = [
  { value: 'initials', label: 'Initials of people' },
  { value: 'names', label: 'Names of people' },
] as const;

const defaultHints = {
  display: 'lobby',
  token: 'Ana, dispatch desk',
  person: 'ana@example.org',
  program: 'prometheus',
};
const hints: Readonly<Record<AccessMode, Readonly<Record<Draft['kind'], string>>>> = {
  open: defaultHints,
  tokens: defaultHints,
  proxy: { ...defaultHints, person: 'ana' },
  oidc: defaultHints,
};

function RoleFields({ giver, draft: { kind, role, userId, reads }, onChange }: Omit<FieldsProps, 'mode'>) {
  return (
    <>
      <Select
        label={kind === 'program' ? 'Has the rights of' : 'Role'}
        value={role}
        options={rolesFor(kind, giver).map((value) => ({ value, label: roleName(value) }))}
        onChange={(chosen) => onChange({ role: chosen, userId: '' })}
      />
      {kind === 'program' && (
        <fieldset className={style['reads']}>
          <legend>Reads</legend>
          {readChoices(role).map(({ set, label }) => (
            <Check
              key={set}
              label={label}
              isOn={reads.includes(set)}
              onChange={(isOn) => onChange({ reads: isOn ? [...reads, set] : reads.filter((one) => one !== set) })}
            />
          ))}
        </fieldset>
      )}
      {role === 'instructor' && <InstructorField userId={userId} onChange={(id) => onChange({ userId: id })} />}
    </>
  );
}

/** Which instructor's schedule the grant shows. */
function InstructorField({ userId, onChange }: { userId: string; onChange: (id: string) => void }) {
  const { data } = useQuery(listQuery(useSchool(), 'listInstructors', {}));
  const known = (data?.value.records ?? []).map((record) => ({
    value: record.userId,
    label: fullName(record) || record.userId,
  }));
  const first = { value: '', label: data ? 'Choose…' : 'Loading…' };
  return <Select label="Instructor" value={userId} options={[first, ...known]} onChange={onChange} />;
}

/** The secret of a new grant, which is never shown again. */
function Secret({ made: { name, kind, secret }, onDone }: { made: Made; onDone: () => void }) {
  return (
    <div className={style['made']} role="group" aria-label={`Made for ${name}`}>
      <p role="status">
        <b>{kind === 'display' ? `The link for ${name}` : `The token for ${name}`}</b> is shown only this once. Copy it
        now: anyone who has it can get in.
      </p>
      <p className={style['secret']}>
        <code>{secret}</code>
        <CopyButton label={kind === 'display' ? 'Copy the display link' : 'Copy the token'} text={secret} />
      </p>
      {kind === 'display' && <QrCode text={secret} />}
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
