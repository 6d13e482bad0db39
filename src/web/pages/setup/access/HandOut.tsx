import { useQuery } from '@tanstack/react-query';
import { lazy, type SubmitEvent, Suspense, useId, useState } from 'react';
import type { AccessMode, AccessRequest } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import { roleName } from '#domain/access/rights.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { fullName } from '#domain/reservations/bookings.ts';
import { boardAddress, boardSettingNames, readBoardSettings } from '#domain/wall/settings.ts';
import { useHandOut } from '#web/queries/gateway/access.ts';
import { listQuery } from '#web/queries/api.ts';
import { asFailure } from '#web/queries/client.ts';
import { useSending } from '#web/queries/policy.ts';
import controls from '#web/ui/controls/controls.module.css';
import { Button, Choices, Select } from '#web/ui/controls/controls.tsx';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import { useLocationChoice, useSchool } from '#web/ui/page/school.tsx';
import { useUrlParams } from '#web/ui/page/urlState.ts';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
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

const QrCode = lazy(() => import('#web/pages/setup/QrCode.tsx').then((file) => ({ default: file.QrCode })));

type Made = { readonly name: string; readonly kind: Draft['kind']; readonly secret: string };

/** The form that hands something out, and after it, once, the secret of what was made. */
export function HandOut() {
  const { mode, role } = useSchool().who;
  const [draft, setDraft] = useState(() => emptyDraft('display'));
  const [made, setMade] = useState<Made | null>(null);
  const [isWithBoard, setWithBoard] = useState(false);
  const board = useBuiltBoard();
  const handOut = useHandOut();
  const sending = useSending(async (request: AccessRequest) => {
    const secret = await handOut(request);
    setDraft(emptyDraft(draft.kind));
    if (secret === null) return;
    const { kind, name } = draft;
    setMade({ name: name.trim(), kind, secret: kind === 'display' && isWithBoard ? withBoard(secret, board) : secret });
  });
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const request = requestOf(draft);
    setProblem(typeof request === 'string' ? request : null);
    if (typeof request !== 'string') void sending.run(request);
  };
  if (made) return <Secret made={made} onDone={() => setMade(null)} />;
  return (
    <form className={style['form']} onSubmit={submit} aria-label="Hand out">
      <KindFields mode={mode} giver={role} draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      {draft.kind === 'display' && (
        <label className={style['check']}>
          <input type="checkbox" checked={isWithBoard} onChange={({ target }) => setWithBoard(target.checked)} />
          With the settings of the board above
        </label>
      )}
      <div className={style['submit']}>
        <button type="submit" className={controls['button']} disabled={sending.isRunning}>
          {submitWords[draft.kind]}
        </button>
        {problem !== null && <span role="alert">{problem}</span>}
        {problem === null && sending.error !== null && <span role="alert">Not made: {whyNot(sending.error)}</span>}
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

/** The gateway says what is wrong with a form better than we do. */
function whyNot(error: unknown): string {
  const failure = asFailure(error);
  return failure.entries[0]?.message ?? failureWords(failure).title;
}

/** The address of the board as the builder on this page has it. */
function useBuiltBoard(): string {
  const [params] = useUrlParams(boardSettingNames);
  const { asked } = useLocationChoice();
  return useAddress()(boardAddress({ ...readBoardSettings(params).settings, location: asked ?? '' }));
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
        label={kind === 'person' ? 'Name, as it comes at sign-in' : 'Name'}
        value={name}
        hint={hints[mode][kind]}
        onChange={(text) => onChange({ name: text })}
      />
      <TextField
        label="Days"
        value={days}
        hint={kind === 'program' ? '1 to 366' : 'no end'}
        isNumber
        onChange={(text) => onChange({ days: text })}
      />
      {needsReason(draft) && (
        <TextField
          label="Why it has no end"
          value={reason}
          hint="nobody is there to renew it"
          onChange={(text) => onChange({ reason: text })}
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

const usualHints = { display: 'lobby', token: 'Ana, dispatch desk', person: 'ana@example.org', program: 'prometheus' };
const hints: Readonly<Record<AccessMode, Readonly<Record<Draft['kind'], string>>>> = {
  open: usualHints,
  tokens: usualHints,
  proxy: { ...usualHints, person: 'ana' },
  oidc: usualHints,
};

function RoleFields({ giver, draft: { kind, role, userId, reads }, onChange }: Omit<FieldsProps, 'mode'>) {
  return (
    <>
      <Select
        label={kind === 'program' ? 'Sees what a role sees' : 'Role'}
        value={role}
        options={rolesFor(kind, giver).map((value) => ({ value, label: roleName(value) }))}
        onChange={(chosen) => onChange({ role: chosen, userId: '' })}
      />
      {kind === 'program' && (
        <fieldset className={style['reads']}>
          <legend>Reads</legend>
          {readChoices(role).map(({ set, label }) => (
            <label key={set} className={style['check']}>
              <input
                type="checkbox"
                checked={reads.includes(set)}
                onChange={({ target }) =>
                  onChange({ reads: target.checked ? [...reads, set] : reads.filter((one) => one !== set) })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {role === 'instructor' && <InstructorField userId={userId} onChange={(id) => onChange({ userId: id })} />}
    </>
  );
}

/** Whose schedule it is that an instructor sees. */
function InstructorField({ userId, onChange }: { userId: string; onChange: (id: string) => void }) {
  const { data } = useQuery(listQuery(useSchool(), 'listInstructors', {}));
  const known = (data?.value.records ?? []).map((one) => ({ value: one.userId, label: fullName(one) || one.userId }));
  const first = { value: '', label: data ? 'Choose…' : 'Loading…' };
  return <Select label="Instructor" value={userId} options={[first, ...known]} onChange={onChange} />;
}

type TextFieldProps = {
  label: string;
  value: string;
  hint: string;
  isNumber?: boolean;
  onChange: (text: string) => void;
};

function TextField({ label, value, hint, isNumber = false, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <span className={controls['control']}>
      <label className={controls['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${controls['input']} ${style[isNumber ? 'number' : 'text']}`}
        inputMode={isNumber ? 'numeric' : undefined}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

/** Nobody is shown it again. */
function Secret({ made: { name, kind, secret }, onDone }: { made: Made; onDone: () => void }) {
  return (
    <div className={style['made']} role="group" aria-label={`Made for ${name}`}>
      <p role="status">
        <b>{kind === 'display' ? `The link for ${name}` : `The token for ${name}`}</b> is shown this once. Copy it now:
        whoever has it gets in with it.
      </p>
      <p className={style['secret']}>
        <code>{secret}</code>
        <CopyButton label={kind === 'display' ? 'Copy the display link' : 'Copy the token'} text={secret} />
      </p>
      {kind === 'display' && (
        <Suspense fallback={<p role="status">Drawing the code…</p>}>
          <QrCode text={secret} />
        </Suspense>
      )}
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
