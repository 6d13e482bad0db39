import { lazy, Suspense, useMemo, type CSSProperties, useId } from 'react';
import { boardAddress } from '#domain/board/address.ts';
import {
  type BoardParams,
  boardParams,
  type BoardSettings,
  boardSettingNames,
  readBoardSettings,
  type BoardSettingName,
} from '#domain/board/settings.ts';
import { nameStyles } from '#domain/board/names.ts';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import { Select, Choices } from '#web/ui/controls/controls.tsx';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useUrlParams, useUrlChoice } from '#web/ui/page/urlState.ts';
import style from './BoardBuilder.module.css';
import { Card } from './Card.tsx';
import { ScreenChoices } from './ScreenChoices.tsx';
import { boardSizes } from '#domain/board/sizes.ts';
import controls from '#web/ui/controls/controls.module.css';
import fields from '#web/ui/controls/filterFields.module.css';
import { useDraft } from '#web/ui/controls/useDraft.ts';

const QrCode = lazy(() => import('./QrCode.tsx').then((file) => ({ default: file.QrCode })));

/** Makes the link of a wall board. What is chosen is in the address of this page, as it will be in the board's. */
export function BoardBuilder() {
  const [params, setParams] = useUrlParams(boardSettingNames);
  const { settings, problems } = useMemo(() => readBoardSettings(params), [params]);
  const change = (changes: Partial<BoardSettings>) => void setParams(boardParams({ ...settings, ...changes }));
  const write = (changes: BoardParams) => void setParams(changes);
  const link = location.origin + useAddress()(boardAddress(settings));
  return (
    <Card title="Wall board">
      <Notices notes={problems} />
      <div className={style['builder']}>
        <div className={style['fields']}>
          <ScreenChoices screens={settings.screens} onChange={(screens) => change({ screens })} />
          <SettingField
            name="aircraft"
            label="Aircraft"
            hint="all; N51,DA40 for some"
            params={params}
            onWrite={write}
          />
          <Select
            label="Names"
            value={settings.names}
            options={nameStyles.map((value) => ({ value, label: nameLabels[value] }))}
            onChange={(names) => change({ names })}
          />
          <SettingField name="distance" label="Read from, in metres" hint="3" params={params} onWrite={write} />
          <SettingField name="inches" label="Screen diagonal, in inches" hint="55" params={params} onWrite={write} />
          <Select
            label="Zone marks"
            value={settings.marks}
            options={markOptions}
            onChange={(marks) => change({ marks })}
          />
          <SettingField name="night" label="Dimmed at night" hint="never; 2100-0600" params={params} onWrite={write} />
          <SettingField name="notice" label="Notice" hint="none; NO FLYING – WIND" params={params} onWrite={write} />
        </div>
        <div className={style['result']}>
          <p className={style['link']}>
            <a href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
            <CopyButton label="Copy the link" text={link} />
          </p>
          <Suspense fallback={<p role="status">Drawing the code…</p>}>
            <QrCode text={link} />
          </Suspense>
          <BoardPreview link={link} settings={settings} />
        </div>
      </div>
    </Card>
  );
}

const nameLabels = {
  none: 'None',
  initials: 'Initials, SG',
  short: 'Short, Gar.S',
  full: 'Full, Sam Garcia',
} as const;

const markOptions = [
  { value: 'shown', label: '1430L' },
  { value: 'hidden', label: '1430' },
] as const;

const rooms = {
  hd: { width: 1920, height: 1080 },
  uhd: { width: 3840, height: 2160 },
  portrait: { width: 1080, height: 1920 },
} as const;

const options = [
  { value: 'off', label: 'No preview' },
  { value: 'hd', label: '1920 × 1080' },
  { value: 'uhd', label: '3840 × 2160' },
  { value: 'portrait', label: '1080 × 1920' },
] as const;

/** The board itself at the size of its screen, made small; without one, the sizes of its text alone. */
function BoardPreview({ link, settings }: { link: string; settings: BoardSettings }) {
  const preview = useUrlChoice('preview', ['off', 'hd', 'uhd', 'portrait'], 'off');
  const room = rooms[preview.value === 'off' ? 'hd' : preview.value];
  const { legible, easy, isTooFar } = boardSizes(settings, room);
  return (
    <div className={style['preview']}>
      <Choices
        label="Preview"
        value={preview.value}
        options={options}
        onChange={(choice) => void preview.set(choice)}
      />
      <p>
        {isTooFar
          ? 'This screen is too small to be read from so far away: take a larger one, or come nearer.'
          : `At ${room.width} × ${room.height}, text is ${legible} to ${easy} pixels tall and more.`}
      </p>
      {preview.value !== 'off' && (
        <div className={style['screen']} style={{ '--width': room.width, '--height': room.height } as CSSProperties}>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, and with its scripts and origin no sandbox holds */}
          <iframe key={preview.value} src={link} title="Preview of the board" {...room} tabIndex={-1} />
        </div>
      )}
    </div>
  );
}

type SettingFieldProps = {
  name: BoardSettingName;
  label: string;
  /** What holds while nothing is written, and what may be written. */
  hint: string;
  params: BoardParams;
  onWrite: (changes: BoardParams) => void;
};

/** A setting that is written out, as it will stand in the link. */
function SettingField({ name, label, hint, params, onWrite }: SettingFieldProps) {
  const id = useId();
  const problemOf = (text: string) => readBoardSettings({ [name]: text }).problems[0];
  const draft = useDraft(
    params[name] ?? '',
    (text) => problemOf(text) === undefined,
    (text) => onWrite({ [name]: text.trim() || null }),
  );
  return (
    <span className={fields['field']}>
      <label className={controls['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${controls['input'] ?? ''} ${fields['text'] ?? ''}`}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={draft.isWrong}
        aria-describedby={draft.isWrong ? `${id}-problem` : undefined}
        {...draft.input}
      />
      {draft.isWrong && (
        <span id={`${id}-problem`} className={fields['problem']} role="alert">
          {problemOf(draft.input.value)}
        </span>
      )}
    </span>
  );
}
