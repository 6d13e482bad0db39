import { lazy, Suspense, useMemo } from 'react';
import { boardAddress } from '#domain/board/address.ts';
import {
  type BoardParams,
  boardParams,
  type BoardSettings,
  boardSettingNames,
  readBoardSettings,
} from '#domain/board/settings.ts';
import { nameStyles } from '#domain/board/names.ts';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import { Select } from '#web/ui/controls/controls.tsx';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useUrlParams } from '#web/ui/page/urlState.ts';
import style from './BoardBuilder.module.css';
import { BoardPreview } from './BoardPreview.tsx';
import { Card } from './Card.tsx';
import { ScreenChoices } from './ScreenChoices.tsx';
import { SettingField } from './SettingField.tsx';

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
