import { type CSSProperties, useMemo } from 'react';
import { useLocationChoice } from '#web/components/page/school.tsx';
import {
  boardAddress,
  type BoardParams,
  boardParams,
  boardScreens,
  type BoardSettingName,
  boardSettingNames,
  type BoardSettings,
  readBoardSettings,
  screenNames,
  type ScreenTurn,
} from '#domain/wall/settings.ts';
import { nameStyles } from '#domain/wall/words.ts';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import { useDraft } from '#web/components/controls/useDraft.ts';
import { useAddress } from '#web/components/page/AppLink.tsx';
import { useUrlChoice, useUrlParams } from '#web/components/page/urlState.ts';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { later } from '#web/components/panel/later.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import style from './BoardBuilder.module.css';
import { previewSize, secondsChoices, textSizeText, withScreen, withSeconds } from './model.ts';

/** If it cannot be loaded, the link beside it stays: a new display link is shown only once. */
export const QrCode = later(
  async () => (await import('./QrCode.tsx')).QrCode,
  () => (
    <p className={style['code']} role="status">
      Drawing the code…
    </p>
  ),
);

/** Builds the link of a wall board. The settings have the same parameters in this page’s address as in the board’s. */
export function BoardBuilder() {
  const [params, setParams] = useUrlParams(boardSettingNames);
  const { settings, problems } = useMemo(() => readBoardSettings(params), [params]);
  const change = (changes: Partial<BoardSettings>) => void setParams(boardParams({ ...settings, ...changes }));
  const write = (changes: BoardParams) => void setParams(changes);
  const { requested } = useLocationChoice();
  const link = location.origin + useAddress()(boardAddress({ ...settings, location: requested ?? '' }));
  return (
    <>
      <Notices notes={problems} />
      <div className={style['builder']}>
        <div className={style['fields']}>
          <ScreenChoices screens={settings.screens} onChange={(screens) => change({ screens })} />
          <LocationField />
          <SettingField name="aircraft" label="Aircraft" hint="all; or N51,DA40" params={params} onWrite={write} />
          <Select
            label="Names"
            value={settings.names}
            options={nameStyles.map((value) => ({ value, label: nameLabels[value] }))}
            onChange={(names) => change({ names })}
          />
          <SettingField name="distance" label="Viewing distance, in metres" hint="3" params={params} onWrite={write} />
          <SettingField name="inches" label="Screen diagonal, in inches" hint="55" params={params} onWrite={write} />
          <Select
            label="Zone marks"
            value={settings.marks}
            options={markOptions}
            onChange={(marks) => change({ marks })}
          />
          <SettingField
            name="night"
            label="Dimmed at night"
            hint="never; or 2100-0600"
            params={params}
            onWrite={write}
          />
          <SettingField name="notice" label="Notice" hint="none; or NO FLYING – WIND" params={params} onWrite={write} />
        </div>
        <div className={style['result']}>
          <p className={style['link']}>
            <a href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
            <CopyButton label="Copy the link" text={link} />
          </p>
          <QrCode text={link} />
          <BoardPreview link={link} settings={settings} />
        </div>
      </div>
    </>
  );
}

/** The board shows the location selected in the application. Hidden if the school has only one. */
function LocationField() {
  const { locations, chosen, choose } = useLocationChoice();
  if (locations.length < 2) return null;
  return (
    <Select
      label="Location"
      value={chosen?.id ?? ''}
      options={[
        { value: '', label: 'All locations' },
        ...locations.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => choose(locations.find((location) => location.id === id) ?? null)}
    />
  );
}

const nameLabels = {
  none: 'None',
  initials: 'Initials, SG',
  short: 'Short, Gar.S',
  surname: 'Surnames, Garcia',
  full: 'Full, Sam Garcia',
} as const;

const markOptions = [
  { value: 'shown', label: '1430L' },
  { value: 'hidden', label: '1430' },
] as const;

const previews = [
  { value: 'off', label: 'No preview' },
  { value: 'hd', label: '1920 × 1080' },
  { value: 'uhd', label: '3840 × 2160' },
  { value: 'portrait', label: '1080 × 1920' },
] as const;

/** The board at the size of its screen, scaled down; without a preview, only the sizes of its text. */
function BoardPreview({ link, settings }: { link: string; settings: BoardSettings }) {
  const preview = useUrlChoice('preview', ['off', 'hd', 'uhd', 'portrait'], 'off');
  const size = previewSize(preview.value);
  const scaled: CSSProperties & Record<`--${string}`, number> = { '--width': size.width, '--height': size.height };
  return (
    <div className={style['preview']}>
      <Choices label="Preview" value={preview.value} options={previews} onChange={preview.set} />
      <p>{textSizeText(settings, size)}</p>
      {preview.value !== 'off' && (
        <div className={style['screen']} style={scaled}>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox, react/forbid-dom-props -- our own page: with its scripts and origin allowed, a sandbox is useless; the title is its name */}
          <iframe key={preview.value} src={link} title="Preview of the board" {...size} tabIndex={-1} />
        </div>
      )}
    </div>
  );
}

type SettingFieldProps = {
  name: BoardSettingName;
  label: string;
  /** The default, and an example. */
  hint: string;
  params: BoardParams;
  onWrite: (changes: BoardParams) => void;
};

/** A typed setting, in the form of the link. */
function SettingField({ name, label, hint, params, onWrite }: SettingFieldProps) {
  const problemOf = (text: string) => readBoardSettings({ [name]: text }).problems[0];
  const draft = useDraft(
    params[name] ?? '',
    (text) => problemOf(text) === undefined,
    (text) => onWrite({ [name]: text.trim() || null }),
  );
  return (
    <TextField
      label={label}
      {...draft.field}
      problem={draft.isWrong ? (problemOf(draft.field.value) ?? null) : null}
      input={{ placeholder: hint, ...draft.events }}
    />
  );
}

type ScreenChoicesProps = { screens: readonly ScreenTurn[]; onChange: (screens: readonly ScreenTurn[]) => void };

/** Which screens are shown and for how long, in the order they were chosen. */
function ScreenChoices({ screens, onChange }: ScreenChoicesProps) {
  return (
    <fieldset className={style['screens']}>
      <legend>Screens, in turn</legend>
      {boardScreens.map((screen) => {
        const turn = screens.find((screenTurn) => screenTurn.screen === screen);
        return (
          <div key={screen}>
            <Check
              label={screenNames[screen]}
              isOn={turn !== undefined}
              isDisabled={turn !== undefined && screens.length === 1}
              onChange={(isOn) => onChange(withScreen(screens, screen, isOn))}
            />
            {turn && (
              <Select
                label={`Seconds of ${screenNames[screen]}`}
                isLabelHidden
                value={String(turn.seconds)}
                options={secondsChoices(turn.seconds).map((seconds) => ({
                  value: String(seconds),
                  label: `${seconds} s`,
                }))}
                onChange={(seconds) => onChange(withSeconds(screens, screen, Number(seconds)))}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
